/* A matched probe takes a message, and a matched receive follows.
 * ranks: 2
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 1;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Isend(&value, 1, MPI_INT, 1, 8, MPI_COMM_WORLD, &request);
        MPI_Request_free(&request);
    } else {
        MPI_Message m;
        MPI_Mprobe(0, 8, MPI_COMM_WORLD, &m, MPI_STATUS_IGNORE);
        MPI_Mrecv(&value, 1, MPI_INT, &m, MPI_STATUS_IGNORE);
    }
    assert(value == 1);
    MPI_Finalize();
    return 0;
}

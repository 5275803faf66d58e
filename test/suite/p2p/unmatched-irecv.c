/* A receive whose request was freed never finds a message.
 * ranks: 2
 * expect: message.unmatched
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 1;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1) {
        MPI_Irecv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request); /* HERE message.unmatched */
        MPI_Request_free(&request);
    }
    assert(value == 1);
    MPI_Finalize();
    return 0;
}

/* A persistent receive is started and polled.
 * ranks: 2
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, flag = 0, value = 1;
    MPI_Request r;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        value = 0;
        MPI_Recv_init(&value, 1, MPI_INT, 1, 0, comm, &r);
        MPI_Start(&r);
        while (!flag)
            MPI_Test(&r, &flag, MPI_STATUS_IGNORE);
        assert(value == 1);
        MPI_Request_free(&r);
    } else {
        MPI_Ssend(&value, 1, MPI_INT, 0, 0, comm);
    }
    MPI_Finalize();
    return 0;
}

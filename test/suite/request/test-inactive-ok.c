/* A persistent receive is polled and never started: MPI allows it, and the test succeeds at once.
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
        while (!flag)
            MPI_Test(&r, &flag, MPI_STATUS_IGNORE);
        MPI_Request_free(&r);
    }
    MPI_Finalize();
    return 0;
}

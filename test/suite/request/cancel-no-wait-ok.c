/* A receive is cancelled and then completed.
 * ranks: 2
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 1;
    MPI_Request r;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Irecv(&value, 1, MPI_INT, 1, 0, comm, &r);
        MPI_Cancel(&r);
        int cancelled;
        MPI_Status status;
        MPI_Wait(&r, &status);
        MPI_Test_cancelled(&status, &cancelled);
        assert(cancelled);
    }
    assert(value == 1);
    MPI_Finalize();
    return 0;
}

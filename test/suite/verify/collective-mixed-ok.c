/* All ranks call the same nonblocking collective.
 * ranks: 3
 * expect: clean
 * executions: 1
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, sum = 0;
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request r;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 2) {
        MPI_Iallreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm, &r);
        MPI_Wait(&r, MPI_STATUS_IGNORE);
    } else {
        MPI_Iallreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm, &r);
        MPI_Wait(&r, MPI_STATUS_IGNORE);
    }
    assert(sum == 3);
    MPI_Finalize();
    return 0;
}

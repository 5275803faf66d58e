/* A blocking and a nonblocking collective do not match, whichever comes first.
 * ranks: 3
 * expect: mismatch.collective
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
        MPI_Iallreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm, &r); /* HERE mismatch.collective */
        MPI_Wait(&r, MPI_STATUS_IGNORE);
    } else {
        if (rank == 0)
            MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm); /* HERE mismatch.collective */
        else
            MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm); /* HERE mismatch.collective */
    }
    assert(sum == 3);
    MPI_Finalize();
    return 0;
}

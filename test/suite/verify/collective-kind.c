/* In one order a rank calls MPI_Allreduce while the others are in MPI_Barrier.
 * ranks: 3
 * expect: mismatch.collective race.message
 * executions: 2
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in = 0, sum;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE); /* HERE race.message */
        if (in == 2)
            MPI_Allreduce(&in, &sum, 1, MPI_INT, MPI_SUM, comm); /* HERE mismatch.collective */
        else
            MPI_Barrier(comm); /* HERE mismatch.collective */
        MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE);
    } else {
        MPI_Request r;
        MPI_Isend(&rank, 1, MPI_INT, 0, 0, comm, &r);
        MPI_Barrier(comm); /* HERE mismatch.collective */
        MPI_Wait(&r, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}

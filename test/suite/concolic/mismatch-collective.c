/* With five ranks, the last one calls another collective.
 * ranks: 2 5
 * expect: mismatch.collective
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size == 5 && rank == 4)
        MPI_Barrier(MPI_COMM_WORLD); /* HERE mismatch.collective */
    else
        MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); /* HERE mismatch.collective */
    MPI_Finalize();
    return 0;
}

/* A self-check is wrong and main returns a failure status.
 * ranks: 2
 * expect: crash.exit
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, sum;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();                        /* HERE crash.exit */
    return sum == size * size / 2 ? 0 : 1; /* HERE crash.exit */
} /* HERE crash.exit */

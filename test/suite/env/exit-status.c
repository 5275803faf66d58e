/* The program finalizes MPI and ends with a failure status on one rank.
 * ranks: 2
 * expect: crash.exit
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, sum;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    if (rank == 1 && sum == 1)
        exit(3); /* HERE crash.exit */
    return 0;
}

/* The program ends without MPI_Finalize.
 * ranks: 2
 * expect: env.finalize
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, sum;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); /* HERE env.finalize */
    return 0;                                                        /* HERE env.finalize */
} /* HERE env.finalize */

/* A rank calls exit with an error status before MPI_Finalize.
 * ranks: 2
 * expect: env.finalize
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, value = 0, bad, any;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    bad = rank == 1 && value < 0;
    if (rank == 1)
        exit(3); /* HERE env.finalize */
    MPI_Allreduce(&bad, &any, 1, MPI_INT, MPI_LOR, MPI_COMM_WORLD);
    MPI_Finalize();
    exit(any ? 3 : 0);
}

/* A broadcast on a part of the ranks that only some of its members make.
 * ranks: 4
 * expect: collective.divergence
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, n = 0;
    MPI_Comm half;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    if (rank == 0) /* HERE collective.divergence */
        MPI_Allreduce(MPI_IN_PLACE, &n, 1, MPI_INT, MPI_SUM, half);
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}

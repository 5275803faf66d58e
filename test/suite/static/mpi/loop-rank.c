/* Each rank meets as many barriers as its rank says.
 * ranks: 2 3
 * expect: collective.divergence
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < rank; i++) /* HERE collective.divergence */
        MPI_Barrier(MPI_COMM_WORLD);
    if (size == 0)
        return rank;
    MPI_Finalize();
    return 0;
}

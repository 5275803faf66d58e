/* All ranks call MPI_Comm_split, the odd ones without a colour.
 * ranks: 2 3
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank;
    MPI_Comm even = MPI_COMM_NULL;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank % 2 == 0)
        MPI_Comm_split(MPI_COMM_WORLD, 0, rank, &even);
    else
        MPI_Comm_split(MPI_COMM_WORLD, MPI_UNDEFINED, rank, &even);
    if (even != MPI_COMM_NULL)
        MPI_Comm_free(&even);
    MPI_Finalize();
    return 0;
}

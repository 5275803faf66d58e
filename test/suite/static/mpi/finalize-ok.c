/* Rank 0 finalizes at another place than the others.
 * ranks: 2 3
 * expect: clean
 */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    int rank;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        puts("rank 0 is done");
        MPI_Finalize();
    } else {
        MPI_Finalize();
    }
    return 0;
}

/* Two branches whose conditions exclude each other: each rank makes one broadcast.
 * ranks: 2 3
 * expect: clean
 */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    int rank, n = 0;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        n = 42;
        MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
    if (rank != 0) {
        MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
        printf("%d\n", n);
    }
    MPI_Finalize();
    return 0;
}

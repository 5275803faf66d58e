/* Ranks count how many of them have work to do, in a window of rank 0: MPI adds, one after
 * the other. */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, *counter, value;
    MPI_Win window;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(rank == 0 ? sizeof(int) : 0, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD,
                     &counter, &window);
    if (rank == 0)
        *counter = 0;
    MPI_Win_fence(0, window);
    value = 1;
    MPI_Accumulate(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, window);
    MPI_Win_fence(0, window);
    if (rank == 0)
        printf("%d ranks have work\n", *counter);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}

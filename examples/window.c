/* Ranks count how many of them have work to do, in a window of rank 0: two may read the same value
 * and one of the counts is lost. window-fixed.c lets MPI add. */
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
    MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
    MPI_Win_fence(0, window);
    value += 1;
    MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
    MPI_Win_fence(0, window);
    if (rank == 0)
        printf("%d ranks have work\n", *counter);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}

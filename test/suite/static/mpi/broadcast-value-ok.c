/* A value that rank 0 has broadcast decides about a barrier.
 * ranks: 2 3
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, steps = 0;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        steps = 5;
    MPI_Bcast(&steps, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (steps > 3)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}

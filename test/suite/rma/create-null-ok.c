/* A window without memory on all ranks but the first.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int memory[16] = {0}, rank;
    MPI_Win win;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(rank == 0 ? memory : NULL, rank == 0 ? 64 : 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD,
                   &win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}

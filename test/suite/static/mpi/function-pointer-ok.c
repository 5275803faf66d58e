/* All ranks call the same function through a pointer.
 * ranks: 2 3
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

static void together(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
}

static void alone(void)
{
}

int main(void)
{
    int rank, size;
    void (*step)(void);

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    step = size > 2 ? together : alone;
    step();
    if (size > 1000 && rank == 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
    return 0;
}

/* A recursion as deep as the number of ranks, with a barrier at each depth.
 * ranks: 2 3
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

static void descend(int depth)
{
    if (depth == 0)
        return;
    MPI_Barrier(MPI_COMM_WORLD);
    descend(depth - 1);
}

int main(void)
{
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    descend(size);
    if (size > 1000 && rank == 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
    return 0;
}

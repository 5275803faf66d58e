/* A function meets a barrier if its parameter is 0, and is given the size (thesis 3.1).
 * ranks: 2 3
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

static void first(int r)
{
    if (r == 0)
        MPI_Barrier(MPI_COMM_WORLD);
}

static void second(int r)
{
    first(r);
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(void)
{
    int size;

    MPI_Init(NULL, NULL);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    second(size);
    MPI_Finalize();
    return 0;
}

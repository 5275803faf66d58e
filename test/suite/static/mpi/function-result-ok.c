/* A function of the size decides about a collective.
 * ranks: 2 3
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

static int is_parallel(MPI_Comm comm)
{
    int size;

    MPI_Comm_size(comm, &size);
    return size > 1;
}

int main(void)
{
    MPI_Init(NULL, NULL);
    if (is_parallel(MPI_COMM_WORLD))
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}

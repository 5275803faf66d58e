/* The size is asked for once and kept in a static variable.
 * ranks: 2 3
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

static int rank_count(void)
{
    static int cached = -1;

    if (cached < 0)
        MPI_Comm_size(MPI_COMM_WORLD, &cached);
    return cached;
}

int main(void)
{
    MPI_Init(NULL, NULL);
    if (rank_count() > 1)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}

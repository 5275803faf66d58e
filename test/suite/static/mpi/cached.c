/* The rank is asked for once and kept in a static variable.
 * ranks: 2 3
 * expect: collective.divergence
 */
#include <mpi.h>
#include <stddef.h>

static int my_rank(void)
{
    static int cached = -1;

    if (cached < 0)
        MPI_Comm_rank(MPI_COMM_WORLD, &cached);
    return cached;
}

int main(void)
{
    MPI_Init(NULL, NULL);
    if (my_rank() == 0) /* HERE collective.divergence */
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}

/* A communicator is made when it is first needed, by all ranks.
 * ranks: 2 3
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

static MPI_Comm own = MPI_COMM_NULL;

static MPI_Comm get(void)
{
    if (own == MPI_COMM_NULL)
        MPI_Comm_dup(MPI_COMM_WORLD, &own);
    return own;
}

static void put(void)
{
    if (own != MPI_COMM_NULL)
        MPI_Comm_free(&own);
}

int main(void)
{
    int n = 0;

    MPI_Init(NULL, NULL);
    MPI_Barrier(get());
    MPI_Bcast(&n, 1, MPI_INT, 0, get());
    put();
    MPI_Finalize();
    return 0;
}

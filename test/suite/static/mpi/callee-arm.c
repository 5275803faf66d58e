/* Only rank 0 calls the function that holds the barrier (thesis 5.2).
 * ranks: 2 3
 * expect: collective.divergence
 */
#include <mpi.h>
#include <stddef.h>

static void f(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(void)
{
    int rank;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) /* HERE collective.divergence */
        f();
    MPI_Finalize();
    return 0;
}

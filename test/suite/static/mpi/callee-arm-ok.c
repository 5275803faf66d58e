/* One arm calls the function that holds the barrier, the other meets one itself (thesis 5.1).
 * ranks: 2 3
 * expect: clean
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
    if (rank == 0)
        f();
    else
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}

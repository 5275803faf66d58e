/* A barrier on the left of && is met by all.
 * ranks: 2 3
 * expect: clean
 */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    int rank;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (MPI_Barrier(MPI_COMM_WORLD) == MPI_SUCCESS && rank > 0)
        puts("behind the barrier");
    MPI_Finalize();
    return 0;
}

/* A variable that held the rank holds the size when it decides.
 * ranks: 2 3
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int n, first;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &n);
    first = n == 0;
    MPI_Comm_size(MPI_COMM_WORLD, &n);
    if (n > 1)
        MPI_Barrier(MPI_COMM_WORLD);
    if (first)
        n = 0;
    n = 5;
    for (int i = 0; i < n; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}

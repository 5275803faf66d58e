/* A flag that is set under a branch on the size decides later.
 * ranks: 2 3
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, size, flag = 0;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size == 2)
        flag = 1;
    MPI_Barrier(MPI_COMM_WORLD);
    if (flag)
        MPI_Barrier(MPI_COMM_WORLD);
    if (rank < 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
    return 0;
}

/* Numbers of type double are sent as MPI_DOUBLE.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank;
    double cells[4] = {0, 1, 2, 3};

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Bcast(cells, 4, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    if (cells[3] + rank < 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
    return 0;
}

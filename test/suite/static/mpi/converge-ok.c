/* All ranks iterate until the largest error is small.
 * ranks: 2 3
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank;
    double error, largest;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    error = 1.0 + rank;
    do {
        error /= 2;
        MPI_Allreduce(&error, &largest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    } while (largest > 0.1);
    MPI_Finalize();
    return 0;
}

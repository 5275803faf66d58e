/* The loop runs over the rows of this rank, which are not equally many.
 * ranks: 3
 * expect: collective.divergence
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, size, rows = 100, sum = 0, total = 0;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    rows = rows / size + (rank < rows % size ? 1 : 0);
    for (int i = 0; i < rows; i++) { /* HERE collective.divergence */
        sum += i;
        MPI_Allreduce(&sum, &total, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}

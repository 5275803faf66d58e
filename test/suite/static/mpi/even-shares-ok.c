/* Shares computed from the size are the same everywhere, and the loop over them too.
 * ranks: 2 3
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, size, share, first, sum = 0, total = 0;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    share = (1000 + size - 1) / size;
    first = rank * share;
    for (int i = 0; i < share; i++) {
        sum += first + i;
        if (i % 100 == 0)
            MPI_Allreduce(&sum, &total, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}

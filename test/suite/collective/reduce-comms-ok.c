/* A reduction on each of two communicators whose ranks are in another order.
 * ranks: 2
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int value = 1, sum = 0, rank, size;
    MPI_Comm other;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_split(MPI_COMM_WORLD, 0, size - rank, &other);
    MPI_Reduce(&value, &sum, 1, MPI_INT, MPI_SUM, 0, other);
    MPI_Reduce(&value, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    assert(sum == size);
    MPI_Comm_free(&other);
    MPI_Finalize();
    return 0;
}

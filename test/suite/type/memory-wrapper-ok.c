/* A function that takes any buffer gets the right datatype from each of its callers.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>
#include <stdlib.h>

static void share(void *data, int count, MPI_Datatype type)
{
    MPI_Bcast(data, count, type, 0, MPI_COMM_WORLD);
}

int main(void)
{
    long *sums = calloc(4, sizeof *sums);
    int numbers[4] = {1, 2, 3, 4};

    MPI_Init(NULL, NULL);
    share(sums, 4, MPI_LONG);
    share(numbers, 4, MPI_INT);
    free(sums);
    MPI_Finalize();
    return 0;
}

/* A function that takes any buffer gets the wrong datatype from one of its callers.
 * ranks: 2
 * expect: mismatch.datatype
 */
#include <mpi.h>
#include <stdlib.h>

static void share(void *data, int count, MPI_Datatype type)
{
    MPI_Bcast(data, count, type, 0, MPI_COMM_WORLD); /* HERE mismatch.datatype */
}

int main(void)
{
    long *sums = calloc(4, sizeof *sums);
    int numbers[4] = {1, 2, 3, 4}; /* CREATED mismatch.datatype */

    MPI_Init(NULL, NULL);
    share(sums, 4, MPI_LONG);
    share(numbers, 2, MPI_LONG);
    free(sums);
    MPI_Finalize();
    return 0;
}

/* Numbers on the heap, in memory that grows.
 * ranks: 2
 * expect: assert
 * seed: 1 2 3 4 5
 * fails: 1 2 3 4 64
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int *values = NULL, count = 0;
    MPI_Init(&argc, &argv);
    for (int i = 1; i < argc; i++) {
        values = realloc(values, (size_t)(count + 1) * sizeof *values);
        if (!values)
            return 0;
        values[count++] = atoi(argv[i]);
    }
    assert(count < 5 || values[4] != 64); /* HERE assert */
    free(values);
    MPI_Finalize();
    return 0;
}

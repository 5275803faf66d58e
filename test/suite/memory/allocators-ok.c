/* Memory from every function of the allocator is sent whole.
 * ranks: 2
 * expect: clean
 */
#define _GNU_SOURCE
#include <mpi.h>
#include <stdlib.h>

enum { COUNT = 1000, LESS = 1000 };

static void share(int *values)
{
    MPI_Bcast(values, COUNT, MPI_INT, 0, MPI_COMM_WORLD);
    free(values);
}

int main(void)
{
    void *aligned = NULL;
    int *values = calloc(10, sizeof *values);

    MPI_Init(NULL, NULL);
    share(realloc(values, COUNT * sizeof *values));
    share(calloc(COUNT, sizeof *values));
    share(reallocarray(NULL, COUNT, sizeof *values));
    share(aligned_alloc(64, COUNT * sizeof *values));
    if (posix_memalign(&aligned, 4096, COUNT * sizeof *values) == 0)
        share(aligned);
    for (int i = 0; i < 20000; i++) {
        void *between = malloc((size_t)i);
        values = malloc(COUNT * sizeof *values);
        free(between);
        free(values);
    }
    values = malloc(COUNT * sizeof *values);
    share(realloc(values, LESS * sizeof *values));
    MPI_Finalize();
    return 0;
}

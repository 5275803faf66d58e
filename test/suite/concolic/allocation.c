/* Memory of a size that the input gives, and a place behind its end.
 * ranks: 2
 * expect: crash.signal
 * seed: 10
 * fails: -1
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = argc > 1 ? atoi(argv[1]) : 0;
    if (n < 1000) {
        double *values = malloc((size_t)n * sizeof *values);
        if (n != 0)
            values[0] = 1; /* HERE crash.signal */
        if (n > 0)
            printf("%g\n", values[0]);
        free(values);
    }
    MPI_Finalize();
    return 0;
}

/* Memory of a size that the input gives, within bounds.
 * ranks: 2
 * expect: clean
 * seed: 10
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = argc > 1 ? atoi(argv[1]) : 0;
    if (n > 0 && n < 1000) {
        double *values = calloc((size_t)n, sizeof *values);
        if (values) {
            values[n - 1] = 1;
            printf("%g\n", values[n / 2]);
        }
        free(values);
    }
    MPI_Finalize();
    return 0;
}

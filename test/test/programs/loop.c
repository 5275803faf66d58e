/* A bug behind a loop and memory whose sizes are the input. */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]);
    if (n < 0 || n > 1000) {
        MPI_Finalize();
        return 0;
    }
    double *values = malloc((size_t)(n + 1) * sizeof *values);
    for (int i = 0; i < n; i++)
        values[i] = i;
    if (n == 333)
        abort(); /* BUG */
    free(values);
    MPI_Finalize();
    return 0;
}

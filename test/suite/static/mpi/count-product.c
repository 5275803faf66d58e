/* The size of a matrix is right where it is allocated, but not where it is sent.
 * ranks: 2
 * expect: overflow.int
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 10;

    MPI_Init(&argc, &argv);
    double *matrix = calloc((size_t)n * (size_t)n, sizeof *matrix);
    MPI_Bcast(matrix, n * n, MPI_DOUBLE, 0, MPI_COMM_WORLD); /* HERE overflow.int */
    free(matrix);
    MPI_Finalize();
    return 0;
}

/* The same, but the program says so when it is more than an int holds.
 * ranks: 2
 * expect: clean
 */
#include <limits.h>
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int size, mine = argc > 1 ? atoi(argv[1]) : 10;
    size_t total = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int *counts = calloc((size_t)size, sizeof *counts), *displs = calloc((size_t)size, sizeof *displs);
    MPI_Allgather(&mine, 1, MPI_INT, counts, 1, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < size; i++)
        total += (size_t)counts[i];
    if (total > INT_MAX)
        MPI_Abort(MPI_COMM_WORLD, 1);
    for (int i = 1; i < size; i++)
        displs[i] = displs[i - 1] + counts[i - 1];
    double *values = calloc((size_t)mine, sizeof *values), *all = calloc(total, sizeof *all);
    MPI_Allgatherv(values, mine, MPI_DOUBLE, all, counts, displs, MPI_DOUBLE, MPI_COMM_WORLD);
    free(values);
    free(all);
    free(counts);
    free(displs);
    MPI_Finalize();
    return 0;
}

/* The codes of MPI functions are looked at before the next collective.
 * ranks: 2 3
 * expect: clean
 */
#include <mpi.h>
#include <stdlib.h>

static int spread(double *cells, int count)
{
    int code = MPI_Bcast(&count, 1, MPI_INT, 0, MPI_COMM_WORLD);

    if (code != MPI_SUCCESS)
        return code;
    if ((code = MPI_Bcast(cells, count, MPI_DOUBLE, 0, MPI_COMM_WORLD)) != MPI_SUCCESS)
        return code;
    return MPI_Barrier(MPI_COMM_WORLD);
}

int main(void)
{
    int rank;
    double *cells;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    cells = calloc(10, sizeof *cells);
    if (cells == NULL)
        return 1;
    if (getenv("SPREAD") != NULL || rank >= 0)
        spread(cells, 10);
    free(cells);
    MPI_Finalize();
    return 0;
}

/* An error on one rank ends the job by MPI_Abort, by exit after a message, or by an assertion.
 * ranks: 2 3
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static void stop(const char *why)
{
    fputs(why, stderr);
    MPI_Abort(MPI_COMM_WORLD, 1);
    exit(1);
}

int main(void)
{
    int rank, size;
    double *cells;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    assert(rank < size);
    if (rank > 1000)
        stop("too many ranks\n");
    cells = malloc((size_t)size * sizeof *cells);
    if (cells == NULL)
        MPI_Abort(MPI_COMM_WORLD, 2);
    MPI_Barrier(MPI_COMM_WORLD);
    free(cells);
    MPI_Finalize();
    return 0;
}

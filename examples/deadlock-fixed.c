/* Heat in a rod that is shared among ranks: each rank keeps its cells and one halo cell at each
 * end.
 *
 * The corrected twin of deadlock.c: one call both sends and receives, so no rank waits for another
 * that waits for it.
 */
#include <mpi.h>
#include <stdio.h>

enum { CELLS = 100, STEPS = 10, HALO = 7 };

static void exchange(double *cell, int neighbour, int border, int halo)
{
    MPI_Sendrecv(&cell[border], 1, MPI_DOUBLE, neighbour, HALO, &cell[halo], 1, MPI_DOUBLE,
                 neighbour, HALO, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void relax(const double *cell, double *next)
{
    for (int i = 1; i <= CELLS; i++)
        next[i] = cell[i] + 0.25 * (cell[i - 1] - 2 * cell[i] + cell[i + 1]);
}

int main(int argc, char **argv)
{
    int rank, size;
    double rod[2][CELLS + 2] = {{0}};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int left = rank > 0 ? rank - 1 : MPI_PROC_NULL;
    int right = rank < size - 1 ? rank + 1 : MPI_PROC_NULL;
    if (rank == 0)
        rod[0][0] = rod[1][0] = 100.0; /* the hot end */

    for (int step = 0; step < STEPS; step++) {
        double *cell = rod[step % 2], *next = rod[(step + 1) % 2];
        exchange(cell, left, 1, 0);
        exchange(cell, right, CELLS, CELLS + 1);
        relax(cell, next);
    }
    printf("rank %d: first cell %.3f\n", rank, rod[STEPS % 2][1]);
    MPI_Finalize();
    return 0;
}

/* Displacements are negative, and there is no memory before the buffer.
 * ranks: 3
 * expect: arg.buffer
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

int main(void)
{
    enum { RANKS = 3 };
    int rank, counts[RANKS], places[RANKS], *all, *first;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    all = malloc(RANKS * sizeof *all); /* CREATED arg.buffer */
    first = all;
    for (int i = 0; i < RANKS; i++) {
        counts[i] = 1;
        places[i] = -i;
    }
    MPI_Gatherv(&rank, 1, MPI_INT, first, counts, places, MPI_INT, 0, MPI_COMM_WORLD); /* HERE arg.buffer */
    assert(rank != 0 || first[-2] == 2);
    free(all);
    MPI_Finalize();
    return 0;
}

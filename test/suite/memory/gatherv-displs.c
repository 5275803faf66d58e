/* The root leaves gaps between the blocks, and has no memory for them.
 * ranks: 3
 * expect: arg.buffer
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

int main(void)
{
    enum { RANKS = 3, SPACE = 2 };
    int rank, counts[RANKS], places[RANKS], *all;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    all = malloc(RANKS * sizeof *all); /* CREATED arg.buffer */
    for (int i = 0; i < RANKS; i++) {
        counts[i] = 1;
        places[i] = SPACE * i;
    }
    MPI_Gatherv(&rank, 1, MPI_INT, all, counts, places, MPI_INT, 0, MPI_COMM_WORLD); /* HERE arg.buffer */
    assert(rank != 0 || all[SPACE] == 1);
    free(all);
    MPI_Finalize();
    return 0;
}

/* A rank on the heap, in an object that a function has made, decides.
 * ranks: 2 3
 * expect: collective.divergence
 */
#include <mpi.h>
#include <stdlib.h>

struct world {
    int rank, size;
};

static struct world *world_open(void)
{
    struct world *world = malloc(sizeof *world);

    if (world == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &world->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &world->size);
    return world;
}

int main(void)
{
    struct world *world;

    MPI_Init(NULL, NULL);
    world = world_open();
    if (world->rank == 0) /* HERE collective.divergence */
        MPI_Barrier(MPI_COMM_WORLD);
    free(world);
    MPI_Finalize();
    return 0;
}

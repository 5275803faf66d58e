/* The rank in a field of a structure decides, in another function.
 * ranks: 2 3
 * expect: collective.divergence
 */
#include <mpi.h>
#include <stddef.h>

struct place {
    int rank;
    int size;
};

static void find(struct place *place)
{
    MPI_Comm_rank(MPI_COMM_WORLD, &place->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &place->size);
}

static void meet(const struct place *place)
{
    if (place->rank == 0) /* HERE collective.divergence */
        MPI_Barrier(MPI_COMM_WORLD);
}

int main(void)
{
    struct place place;

    MPI_Init(NULL, NULL);
    find(&place);
    meet(&place);
    MPI_Finalize();
    return 0;
}

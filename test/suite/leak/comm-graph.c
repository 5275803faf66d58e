/* A distributed graph is never freed.
 * ranks: 2
 * expect: leak.comm
 */
#include <mpi.h>
#include <stdio.h>

static void check(int right, const char *what)
{
    if (!right) {
        fprintf(stderr, "wrong: %s\n", what);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

int main(void)
{
    int other, in = -1, one = 1;
    MPI_Info none = MPI_INFO_NULL;
    MPI_Comm g, world = MPI_COMM_WORLD;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    other = 1 - rank;
    MPI_Dist_graph_create(world, 1, &rank, &one, &other, &one, none, 0, &g); /* HERE leak.comm */ /* CREATED leak.comm */
    MPI_Neighbor_allgather(&rank, 1, MPI_INT, &in, 1, MPI_INT, g);
    check(in == other, "neighbour");
    MPI_Finalize(); /* HERE leak.comm */
    return 0;
}

/* Rank 0 alone describes the whole graph, a star without weights.
 * ranks: 4
 * expect: clean
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
    int sources[1] = {0}, degrees[1] = {3}, targets[3] = {3, 1, 2}, in, out, weighted, value = -1;
    int froms[4], tos[4];
    MPI_Comm star;
    int *volatile none = MPI_UNWEIGHTED; /* hides from the compiler that it is no array */
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Dist_graph_create(MPI_COMM_WORLD, rank == 0, sources, degrees, targets, none, MPI_INFO_NULL,
                          0, &star);
    MPI_Dist_graph_neighbors_count(star, &in, &out, &weighted);
    check(in == (rank > 0) && out == (rank ? 0 : 3) && !weighted, "degrees");
    MPI_Dist_graph_neighbors(star, in, froms, none, out, tos, none);
    check(rank == 0 || froms[0] == 0, "source");
    for (int i = 0, seen = 0; i < out; i++) {
        seen |= 1 << tos[i];
        check(i < 2 || seen == 14, "targets");
    }
    MPI_Neighbor_allgather(&size, 1, MPI_INT, &value, 1, MPI_INT, star);
    check(value == (rank ? size : -1), "from the centre");
    MPI_Comm_free(&star);
    MPI_Finalize();
    return 0;
}

/* A graph with an edge twice and one to itself: each edge is a block of its own.
 * ranks: 3
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
    /* every rank: itself, and two edges to the next rank */
    int from[3], to[3], in, out, weighted, sent[3], got[3], seen[3], targets[3];
    MPI_Comm graph;
    int *volatile none = MPI_UNWEIGHTED; /* hides from the compiler that it is no array */
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int next = (rank + 1) % size, previous = (rank + 2) % size;

    from[0] = rank;
    to[0] = rank;
    from[1] = from[2] = previous;
    to[1] = to[2] = next;
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 3, from, none, 3, to, none, MPI_INFO_NULL, 0,
                                   &graph);
    MPI_Dist_graph_neighbors_count(graph, &in, &out, &weighted);
    check(in == 3 && out == 3 && !weighted, "degrees");
    MPI_Dist_graph_neighbors(graph, 3, seen, none, 3, targets, none);
    for (int i = 0; i < 3; i++) {
        check(seen[i] == from[i] && targets[i] == to[i], "order as given");
        sent[i] = 10 * rank + i;
    }
    MPI_Neighbor_alltoall(sent, 1, MPI_INT, got, 1, MPI_INT, graph);
    check(got[0] == 10 * rank, "to itself");
    check(got[1] == 10 * previous + 1 && got[2] == 10 * previous + 2, "two edges in order");
    MPI_Comm_free(&graph);
    MPI_Finalize();
    return 0;
}

/* The graph of the standard's example: sizes, neighbours, a node that neighbours itself.
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
    int indices[4] = {2, 3, 4, 6}, edges[6] = {1, 3, 0, 3, 0, 2};
    int nodes, total, count, seen[4], all[6], kind, in[2] = {-1, -1};
    MPI_Comm graph;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Graph_create(MPI_COMM_WORLD, 4, indices, edges, 0, &graph);
    MPI_Topo_test(graph, &kind);
    MPI_Graphdims_get(graph, &nodes, &total);
    check(kind == MPI_GRAPH && nodes == 4 && total == 6, "dimensions");
    MPI_Graph_get(graph, 4, 6, seen, all);
    for (int i = 0; i < 6; i++)
        check(all[i] == edges[i] && seen[i % 4] == indices[i % 4], "as it was made");
    for (int r = 0; r < 4; r++) {
        int first = r ? indices[r - 1] : 0;

        MPI_Graph_neighbors_count(graph, r, &count);
        check(count == indices[r] - first, "number of neighbours");
        MPI_Graph_neighbors(graph, r, count, seen);
        for (int i = 0; i < count; i++)
            check(seen[i] == edges[first + i], "neighbour");
    }
    MPI_Neighbor_allgather(&rank, 1, MPI_INT, in, 1, MPI_INT, graph);
    for (int i = 0; i < count && rank == 3; i++)
        check(in[i] == edges[4 + i], "from the neighbours of rank 3");
    MPI_Comm_free(&graph);
    MPI_Finalize();
    return 0;
}

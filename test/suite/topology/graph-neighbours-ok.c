/* A graph with a double edge and a rank without any: lists and collectives.
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
    /* 0 and 1 are joined twice, 0 and 2 once; 3 is alone */
    int indices[4] = {3, 5, 6, 6}, edges[6] = {1, 2, 1, 0, 0, 0}, got_indices[4], got_edges[6];
    int out[3], in[3] = {-1, -1, -1}, ones[3] = {1, 1, 1}, places[3] = {2, 1, 0}, list[3];
    int nodes, total, count;
    MPI_Comm graph;
    MPI_Request r;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Graph_create(MPI_COMM_WORLD, 4, indices, edges, 0, &graph);
    MPI_Graphdims_get(graph, &nodes, &total);
    check(nodes == 4 && total == 6, "dimensions");
    MPI_Graph_get(graph, 4, 6, got_indices, got_edges);
    for (int i = 0; i < 6; i++)
        check(got_edges[i] == edges[i] && (i > 3 || got_indices[i] == indices[i]), "as given");
    MPI_Graph_neighbors_count(graph, 0, &count); /* of another rank, too */
    check(count == 3, "degree of rank 0");
    MPI_Graph_neighbors(graph, 0, 3, list);
    check(list[0] == 1 && list[1] == 2 && list[2] == 1, "neighbours of rank 0");
    MPI_Graph_neighbors_count(graph, rank, &count);
    check(count == (rank == 0 ? 3 : rank == 1 ? 2 : rank == 2), "own degree");

    for (int i = 0; i < 3; i++)
        out[i] = 10 * rank + i;
    MPI_Neighbor_allgather(&rank, 1, MPI_INT, in, 1, MPI_INT, graph);
    for (int i = 0; i < 3; i++)
        check(in[i] == (i >= count ? -1 : rank == 0 ? edges[i] : 0), "Neighbor_allgather");
    MPI_Neighbor_alltoall(out, 1, MPI_INT, in, 1, MPI_INT, graph);
    if (rank == 0)
        check(in[0] == 10 && in[1] == 20 && in[2] == 11, "the second edge meets the second");
    if (rank == 1)
        check(in[0] == 0 && in[1] == 2, "both edges from rank 0");
    if (rank == 2)
        check(in[0] == 1, "the middle one");
    for (int i = 0; i < 3; i++)
        in[i] = -1;
    MPI_Ineighbor_alltoallv(out, ones, places, MPI_INT, in, ones, places, MPI_INT, graph, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    if (rank == 0)
        check(in[2] == 12 && in[1] == 22 && in[0] == 11, "by displacement");
    if (rank == 3)
        check(in[0] == -1 && in[1] == -1 && in[2] == -1, "nobody");
    MPI_Comm_free(&graph);
    MPI_Finalize();
    return 0;
}

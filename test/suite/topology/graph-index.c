/* The index array of a graph counts the neighbours of each node instead of adding them up.
 * ranks: 2
 * expect: arg.other
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
    int indices[2] = {2, 1}, edges[3] = {0, 1, 0}, total, nodes;
    MPI_Comm graph;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Graph_create(MPI_COMM_WORLD, 2, indices, edges, 0, &graph); /* HERE arg.other */
    MPI_Graphdims_get(graph, &nodes, &total);
    check(nodes == 2 && total == 3, "dimensions");
    MPI_Comm_free(&graph);
    MPI_Finalize();
    return 0;
}

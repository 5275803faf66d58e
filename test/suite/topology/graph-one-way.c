/* A ring whose edges go one way only is no neighbourhood.
 * ranks: 3
 * expect: mismatch.collective
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
    int indices[3] = {1, 2, 3}, edges[3] = {1, 2, 0}, out = -1;
    MPI_Comm graph;
    MPI_Datatype t = MPI_INT;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Graph_create(MPI_COMM_WORLD, 3, indices, edges, 0, &graph);
    MPI_Neighbor_alltoall(&rank, 1, t, &out, 1, t, graph); /* HERE mismatch.collective */
    check(out == edges[rank], "neighbour");
    MPI_Comm_free(&graph);
    MPI_Finalize();
    return 0;
}

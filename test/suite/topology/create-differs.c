/* One rank makes a grid, the other a graph.
 * ranks: 2
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
    int dims[1] = {2}, periods[1] = {1}, indices[2] = {1, 2}, edges[2] = {1, 0}, kind;
    MPI_Comm old = MPI_COMM_WORLD, comm;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0)
        MPI_Cart_create(old, 1, dims, periods, 0, &comm); /* HERE mismatch.collective */
    else
        MPI_Graph_create(old, 2, indices, edges, 0, &comm); /* HERE mismatch.collective */
    MPI_Topo_test(comm, &kind);
    check(kind == MPI_GRAPH, "graph");
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}

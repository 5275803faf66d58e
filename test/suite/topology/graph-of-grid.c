/* The neighbours of a graph are asked for on a Cartesian communicator.
 * ranks: 2
 * expect: arg.comm
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
    int indices[2] = {1, 2}, edges[2] = {1, 0}, count = 0;
    int dims[1] = {2}, periods[1] = {1};
    MPI_Comm comm;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &comm);
    MPI_Graph_neighbors_count(comm, rank, &count); /* HERE arg.comm */
    check(count == 1 && indices[1] == 2 && edges[0] == 1, "neighbours");
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}

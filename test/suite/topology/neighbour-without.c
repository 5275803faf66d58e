/* A neighbourhood collective needs a topology.
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
    int dims[1] = {2}, periods[1] = {1}, in[2] = {-1, -1};
    MPI_Comm ring;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &ring);
    MPI_Comm where = MPI_COMM_WORLD;
    MPI_Neighbor_allgather(&rank, 1, MPI_INT, in, 1, MPI_INT, where); /* HERE arg.comm */
    check(in[0] == 1 - rank && in[1] == 1 - rank, "the other rank on both sides");
    MPI_Comm_free(&ring);
    MPI_Finalize();
    return 0;
}

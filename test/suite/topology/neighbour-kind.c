/* One rank calls Neighbor_allgather, the others Neighbor_alltoall.
 * ranks: 4
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
    int dims[1] = {4}, periods[1] = {1}, out[2], in[2] = {-1, -1};
    MPI_Comm ring;
    MPI_Datatype t = MPI_INT;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &ring);
    out[0] = out[1] = rank;
    if (rank == 0)
        MPI_Neighbor_allgather(out, 1, t, in, 1, t, ring); /* HERE mismatch.collective */
    else
        MPI_Neighbor_alltoall(out, 1, t, in, 1, t, ring); /* HERE mismatch.collective */
    check(in[0] == (rank + 3) % 4 && in[1] == (rank + 1) % 4, "neighbours");
    MPI_Comm_free(&ring);
    MPI_Finalize();
    return 0;
}

/* Neighbours in a ring disagree about the number of elements.
 * ranks: 3
 * expect: mismatch.count
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
    int dims[1] = {3}, periods[1] = {1}, out[2], in[6] = {0};
    MPI_Comm ring;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &ring);
    out[0] = out[1] = rank;
    int count = rank == 2 ? 1 : 2;
    MPI_Neighbor_allgather(out, count, MPI_INT, in, count, MPI_INT, ring); /* HERE mismatch.count */
    check(in[0] == (rank + 2) % 3 && in[1] == in[0], "left");
    check(in[2] == (rank + 1) % 3 && in[3] == in[2], "right");
    MPI_Comm_free(&ring);
    MPI_Finalize();
    return 0;
}

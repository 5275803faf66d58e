/* A rank sends floats to neighbours that expect integers.
 * ranks: 3
 * expect: mismatch.datatype
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
    int dims[1] = {3}, periods[1] = {1}, out[2], in[2] = {-1, -1};
    MPI_Comm ring;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &ring);
    out[0] = 10 * rank;
    out[1] = 10 * rank + 1;
    MPI_Datatype type = rank == 0 ? MPI_FLOAT : MPI_INT;
    MPI_Neighbor_alltoall(out, 1, type, in, 1, MPI_INT, ring); /* HERE mismatch.datatype */
    check(in[0] == 10 * ((rank + 2) % 3) + 1, "what the left sends to its right");
    check(in[1] == 10 * ((rank + 1) % 3), "what the right sends to its left");
    MPI_Comm_free(&ring);
    MPI_Finalize();
    return 0;
}

/* Rank 0 sends two elements to rank 2, which expects one.
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
    int send[3] = {1, 1, 1}, receive[3] = {1, 1, 1}, at[3] = {0, 2, 4}, out[6], in[6] = {0};
    MPI_Comm comm = MPI_COMM_WORLD;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < 6; i++)
        out[i] = 10 * rank + i;
    if (rank == 0)
        send[2] = 2;
    MPI_Alltoallv(out, send, at, MPI_INT, in, receive, at, MPI_INT, comm); /* HERE mismatch.count */
    for (int i = 0; i < 3; i++)
        check(in[2 * i] == 10 * i + 2 * rank, "first of the block");
    check(in[1] == (rank == 2 ? 5 : 0), "second of the block");
    MPI_Finalize();
    return 0;
}

/* A distributed array type describes each rank's part of a matrix.
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

#define N 4

int main(void)
{
    int whole[N][N], mine[N], sizes[2] = {N, N}, grid[2] = {2, 2};
    int how[2] = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC};
    int arguments[2] = {MPI_DISTRIBUTE_DFLT_DARG, MPI_DISTRIBUTE_DFLT_DARG};
    MPI_Datatype part;
    MPI_Request request;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < N * N; i++)
        whole[i / N][i % N] = i;
    MPI_Irecv(mine, N, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    for (int r = 0; rank == 0 && r < size; r++) {
        MPI_Type_create_darray(size, r, 2, sizes, how, arguments, grid, MPI_ORDER_C, MPI_INT,
                               &part);
        MPI_Type_commit(&part);
        MPI_Send(whole, 1, part, r, 0, MPI_COMM_WORLD);
        MPI_Type_free(&part);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int i = 0; i < N; i++) { /* a half of the rows, every second column */
        int row = 2 * (rank / 2) + i / 2, column = rank % 2 + 2 * (i % 2);

        check(mine[i] == N * row + column, "element");
    }
    MPI_Finalize();
    return 0;
}

/* Blocks of a matrix are scattered and gathered through a resized subarray.
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
    int matrix[N][N], result[N][N], block[2][2];
    int sizes[2] = {N, N}, part[2] = {2, 2}, start[2] = {0, 0};
    int counts[4] = {1, 1, 1, 1}, places[4] = {0, 1, 4, 5}; /* in units of two integers */
    MPI_Datatype raw, tile;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Type_create_subarray(2, sizes, part, start, MPI_ORDER_C, MPI_INT, &raw);
    MPI_Type_create_resized(raw, 0, 2 * sizeof(int), &tile);
    MPI_Type_commit(&tile);
    for (int i = 0; i < N * N; i++) {
        matrix[i / N][i % N] = i;
        result[i / N][i % N] = -1;
    }
    MPI_Scatterv(matrix, counts, places, tile, block, 4, MPI_INT, 0, MPI_COMM_WORLD);
    for (int i = 0; i < 4; i++) {
        int row = 2 * (rank / 2) + i / 2, column = 2 * (rank % 2) + i % 2;

        check(block[i / 2][i % 2] == N * row + column, "block");
    }
    MPI_Allgatherv(block, 4, MPI_INT, result, counts, places, tile, MPI_COMM_WORLD);
    for (int i = 0; i < N * N; i++)
        check(result[i / N][i % N] == i, "matrix");
    MPI_Type_free(&raw);
    MPI_Type_free(&tile);
    MPI_Finalize();
    return 0;
}

/* Alltoallw with subarray types redistributes a matrix from rows to columns.
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

#define N     8
#define SHARE (N / 4)

int main(void)
{
    int rows[SHARE][N], columns[N][SHARE], counts[4], displs[4];
    MPI_Datatype send[4], receive[4];
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < SHARE; i++)
        for (int j = 0; j < N; j++)
            rows[i][j] = 100 * (rank * SHARE + i) + j;
    for (int r = 0; r < size; r++) {
        int out[2] = {SHARE, N}, in[2] = {N, SHARE}, block[2] = {SHARE, SHARE};
        int from[2] = {0, r * SHARE}, to[2] = {r * SHARE, 0};

        MPI_Type_create_subarray(2, out, block, from, MPI_ORDER_C, MPI_INT, &send[r]);
        MPI_Type_create_subarray(2, in, block, to, MPI_ORDER_C, MPI_INT, &receive[r]);
        MPI_Type_commit(&send[r]);
        MPI_Type_commit(&receive[r]);
        counts[r] = 1;
        displs[r] = 0;
    }
    MPI_Alltoallw(rows, counts, displs, send, columns, counts, displs, receive, MPI_COMM_WORLD);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < SHARE; j++)
            check(columns[i][j] == 100 * i + rank * SHARE + j, "element of the matrix");
    for (int r = 0; r < size; r++) {
        MPI_Type_free(&send[r]);
        MPI_Type_free(&receive[r]);
    }
    MPI_Finalize();
    return 0;
}

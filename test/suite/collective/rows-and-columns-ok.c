/* Sums over rows, columns and the whole of a square of ranks, interleaved.
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

int main(void)
{
    int row_sum = 0, column_sum = 0, total = 0;
    MPI_Comm row, column;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &row);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &column);
    for (int i = 1; i <= 5; i++) {
        int mine = i * rank;

        MPI_Allreduce(&mine, &row_sum, 1, MPI_INT, MPI_SUM, row);
        MPI_Allreduce(&mine, &column_sum, 1, MPI_INT, MPI_SUM, column);
        MPI_Allreduce(&row_sum, &total, 1, MPI_INT, MPI_SUM, column);
        check(row_sum == i * (rank / 2 ? 5 : 1), "row");
        check(column_sum == i * (rank % 2 ? 4 : 2), "column");
        check(total == 6 * i, "total");
    }
    MPI_Comm_free(&row);
    MPI_Comm_free(&column);
    MPI_Finalize();
    return 0;
}

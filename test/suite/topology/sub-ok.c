/* A grid is cut into rows, columns and single ranks.
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
    int dims[2] = {2, 2}, periods[2] = {0, 1}, sum = 0, r, s, seen[1], wraps[1], place[1];
    int rows[2] = {0, 1}, columns[2] = {1, 0}, none[2] = {0, 0};
    MPI_Comm grid, row, column, alone;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
    MPI_Cart_sub(grid, rows, &row);
    MPI_Cart_sub(grid, columns, &column);
    MPI_Cart_sub(grid, none, &alone);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, row);
    check(sum == (rank < 2 ? 1 : 5), "sum of the row");
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, column);
    check(sum == (rank % 2 ? 4 : 2), "sum of the column");
    MPI_Comm_rank(row, &r);
    MPI_Cart_get(row, 1, seen, wraps, place);
    check(r == rank % 2 && seen[0] == 2 && wraps[0] == 1 && place[0] == r, "topology of the row");
    MPI_Cart_get(column, 1, seen, wraps, place);
    check(seen[0] == 2 && wraps[0] == 0 && place[0] == rank / 2, "topology of the column");
    MPI_Comm_size(alone, &s);
    check(s == 1, "alone");
    MPI_Comm_free(&alone);
    MPI_Comm_free(&column);
    MPI_Comm_free(&row);
    MPI_Comm_free(&grid);
    MPI_Finalize();
    return 0;
}

/* Scan includes the own value, Exscan does not and leaves rank 0 alone; in place too.
 * ranks: 1 2 3 5
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
    int mine[2], result[2] = {-1, -1};
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    mine[0] = rank + 1;
    mine[1] = 1;
    int below = rank * (rank + 1) / 2;

    MPI_Scan(mine, result, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    check(result[0] == below + rank + 1 && result[1] == rank + 1, "Scan");
    result[0] = result[1] = -1;
    MPI_Exscan(mine, result, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    check(rank == 0 || (result[0] == below && result[1] == rank), "Exscan");
    result[0] = mine[0];
    MPI_Scan(MPI_IN_PLACE, result, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    check(result[0] == rank + 1, "Scan in place");
    result[0] = mine[0];
    MPI_Exscan(MPI_IN_PLACE, result, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    check(rank == 0 || result[0] == rank, "Exscan in place");
    MPI_Finalize();
    return 0;
}

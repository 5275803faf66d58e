/* The same operation at all ranks of the scan.
 * ranks: 3
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
    int mine, result = 0;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    mine = rank + 2;
    MPI_Op op = MPI_PROD;
    MPI_Scan(&mine, &result, 1, MPI_INT, op, MPI_COMM_WORLD);
    check(result == (rank == 0 ? 2 : rank == 1 ? 6 : 24), "product up to here");
    MPI_Finalize();
    return 0;
}

/* One rank gives unsigned numbers to a sum of signed ones.
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
    int mine, sum = 0;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    mine = -rank;
    MPI_Datatype type = rank == 1 ? MPI_UNSIGNED : MPI_INT;
    MPI_Reduce(&mine, &sum, 1, type, MPI_SUM, 0, MPI_COMM_WORLD); /* HERE mismatch.datatype */
    check(sum == (rank == 0 ? -3 : 0), "sum");
    MPI_Finalize();
    return 0;
}

/* Rank 3 leaves out the reduction and goes on to the end.
 * ranks: 4
 * expect: deadlock
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
    mine = rank < 3 ? rank + 1 : 0;
    if (rank < 3)
        MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); /* HERE deadlock */
    check(rank == 3 || sum == 6, "sum");
    MPI_Finalize(); /* HERE deadlock */
    return 0;
}

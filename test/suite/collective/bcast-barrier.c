/* Rank 0 broadcasts while the others are in a barrier.
 * ranks: 4
 * expect: mismatch.collective
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
    int value = 0;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0)
        value = 42;
    if (rank == 0)
        MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD); /* HERE mismatch.collective */
    else
        MPI_Barrier(MPI_COMM_WORLD); /* HERE mismatch.collective */
    check(rank > 0 || value == 42, "value of the root");
    MPI_Finalize();
    return 0;
}

/* Ranks that the split left out use the communicator all the same.
 * ranks: 4
 * expect: arg.comm
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
    int sum = 0;
    MPI_Comm low;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_split(MPI_COMM_WORLD, rank < 2 ? 0 : MPI_UNDEFINED, rank, &low);
    check((low == MPI_COMM_NULL) == (rank >= 2), "who belongs to it");
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, low); /* HERE arg.comm */
    check(sum == 1, "sum");
    MPI_Comm_free(&low);
    MPI_Finalize();
    return 0;
}

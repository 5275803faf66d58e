/* Half of the ranks sum over two communicators in the other order.
 * ranks: 4
 * expect: mismatch.comm
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
    int sum = 0, maximum = 0;
    MPI_Comm first, second;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_dup(MPI_COMM_WORLD, &first);
    MPI_Comm_dup(MPI_COMM_WORLD, &second);
    if (rank % 2) {
        MPI_Allreduce(&rank, &maximum, 1, MPI_INT, MPI_MAX, second); /* HERE mismatch.comm */
        MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, first);
    } else {
        MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, first); /* HERE mismatch.comm */
        MPI_Allreduce(&rank, &maximum, 1, MPI_INT, MPI_MAX, second);
    }
    check(sum == 6 && maximum == 3, "results");
    MPI_Comm_free(&first);
    MPI_Comm_free(&second);
    MPI_Finalize();
    return 0;
}

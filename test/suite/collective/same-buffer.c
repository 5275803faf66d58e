/* One array is send and receive buffer of a reduction.
 * ranks: 2
 * expect: arg.buffer
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
    int sums[2] = {1, 2};
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Allreduce(sums, sums, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD); /* HERE arg.buffer */
    check(sums[0] == 2 && sums[1] == 4, "sums");
    MPI_Finalize();
    return 0;
}

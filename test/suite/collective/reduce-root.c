/* Odd and even ranks reduce to different roots.
 * ranks: 4
 * expect: mismatch.root
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
    int even = -1, odd = -1;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int root = rank % 2, *result = root ? &odd : &even;
    MPI_Reduce(&rank, result, 1, MPI_INT, MPI_MAX, root, MPI_COMM_WORLD); /* HERE mismatch.root */
    check(even == (rank == 0 ? size - 1 : -1), "maximum at rank 0 alone");
    check(odd == (rank == 1 ? 0 : -1), "minimum at rank 1 alone");
    MPI_Finalize();
    return 0;
}

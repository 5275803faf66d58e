/* A rank of the world is taken for the root of a smaller communicator.
 * ranks: 4
 * expect: arg.root
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
    MPI_Comm half;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &half);
    int root = 3;
    MPI_Reduce(&rank, &sum, 1, MPI_INT, MPI_SUM, root, half); /* HERE arg.root */
    check(sum == (rank == 1 ? 1 : rank == 3 ? 5 : 0), "sum at the root");
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}

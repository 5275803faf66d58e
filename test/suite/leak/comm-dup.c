/* A duplicate of the world is never freed.
 * ranks: 3
 * expect: leak.comm
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
    MPI_Comm copy;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_dup(MPI_COMM_WORLD, &copy); /* HERE leak.comm */ /* CREATED leak.comm */
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, copy);
    check(sum == 3, "sum");
    MPI_Finalize(); /* HERE leak.comm */
    return 0;
}

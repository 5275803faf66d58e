/* MPI_ERRHANDLER_NULL cannot be attached.
 * ranks: 2
 * expect: arg.other
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
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler); /* HERE arg.other */
    check(handler == MPI_ERRHANDLER_NULL, "handler");
    MPI_Finalize();
    return 0;
}

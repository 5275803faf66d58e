/* An error handler is attached and never freed.
 * ranks: 2
 * expect: leak.errhandler
 */
#include <mpi.h>
#include <stddef.h>

static void ignore(MPI_Comm *comm, int *code, ...)
{
    (void)comm, (void)code;
}

int main(void)
{
    MPI_Errhandler handler;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_create_errhandler(ignore, &handler); /* HERE leak.errhandler */ /* CREATED leak.errhandler */
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    MPI_Finalize(); /* HERE leak.errhandler */
    return 0;
}

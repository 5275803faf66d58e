/* The handler that was asked for, to restore it later, is a reference that must be freed.
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
    MPI_Errhandler handler, old;
    MPI_Comm comm;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_create_errhandler(ignore, &handler);
    MPI_Comm_set_errhandler(comm, handler);
    MPI_Errhandler_free(&handler);
    MPI_Comm_get_errhandler(comm, &old); /* HERE leak.errhandler */ /* CREATED leak.errhandler */
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    MPI_Barrier(comm);
    MPI_Comm_set_errhandler(comm, old);
    MPI_Comm_free(&comm);
    MPI_Finalize(); /* HERE leak.errhandler */
    return 0;
}

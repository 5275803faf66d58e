/* An error handler is set before the duplication is complete: the run goes on.
 * ranks: 2
 * expect: arg.comm
 */
#include <assert.h>
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    MPI_Comm copy;
    MPI_Request request;
    MPI_Errhandler handler;
    int rank;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_idup(MPI_COMM_WORLD, &copy, &request);   /* CREATED arg.comm */
    MPI_Comm_set_errhandler(copy, MPI_ERRORS_RETURN); /* HERE arg.comm */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Comm_get_errhandler(copy, &handler);
    assert(handler == MPI_ERRORS_RETURN);
    MPI_Errhandler_free(&handler);
    MPI_Bcast(&rank, 1, MPI_INT, 0, copy);
    assert(rank == 0);
    MPI_Comm_free(&copy);
    MPI_Finalize();
    return 0;
}

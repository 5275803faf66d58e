/* A library that has no more communicators says so when MPI_Comm_idup is waited for.
 * ranks: 2
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>
#include <stddef.h>

enum { MOST = 3000 }; /* MPICH has 2048 */

int main(void)
{
    static MPI_Comm made[MOST];
    int count, error = MPI_SUCCESS;

    MPI_Init(NULL, NULL);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    for (count = 0; count < MOST; count++) {
        MPI_Request request;
        assert(MPI_Comm_idup(MPI_COMM_WORLD, &made[count], &request) == MPI_SUCCESS);
        error = MPI_Wait(&request, MPI_STATUS_IGNORE);
        if (error != MPI_SUCCESS)
            break;
    }
#ifdef MPICH_VERSION
    assert(error != MPI_SUCCESS && made[count] == MPI_COMM_NULL);
#endif
    for (int i = 0; i < count; i++)
        MPI_Comm_free(&made[i]);
    MPI_Finalize();
    return 0;
}

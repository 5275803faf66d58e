/* A generalised request is completed, and then waited for.
 * ranks: 1
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>

static int query(void *state, MPI_Status *status)
{
    MPI_Status_set_elements(status, MPI_INT, *(int *)state);
    MPI_Status_set_cancelled(status, 0);
    status->MPI_SOURCE = status->MPI_TAG = MPI_UNDEFINED;
    return MPI_SUCCESS;
}

static int release(void *state)
{
    *(int *)state = -1;
    return MPI_SUCCESS;
}

static int cancel(void *state, int complete)
{
    (void)state, (void)complete;
    return MPI_SUCCESS;
}

int main(int argc, char **argv)
{
    int rank, flag, state = 3;
    MPI_Request request;
    MPI_Status status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Grequest_start(query, release, cancel, &state, &request);
    MPI_Test(&request, &flag, &status);
    assert(!flag && state == 3);
    MPI_Grequest_complete(request);
    MPI_Wait(&request, &status);
    MPI_Get_count(&status, MPI_INT, &flag);
    assert(flag == 3 && state == -1 && request == MPI_REQUEST_NULL);
    MPI_Finalize();
    return 0;
}

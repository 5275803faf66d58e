/* Only a request that exists is cancelled; the null request may be waited for and tested.
 * ranks: 1
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, flag, which;
    MPI_Request r[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Status statuses[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (r[0] != MPI_REQUEST_NULL)
        MPI_Cancel(&r[0]);
    MPI_Wait(&r[0], MPI_STATUS_IGNORE);
    MPI_Waitany(2, r, &which, MPI_STATUS_IGNORE);
    assert(which == MPI_UNDEFINED);
    MPI_Testall(2, r, &flag, statuses);
    assert(flag);
    MPI_Testsome(2, r, &which, (int[2]){0}, statuses);
    assert(which == MPI_UNDEFINED);
    MPI_Finalize();
    return 0;
}

/* Requests with one tag meet in the order in which they were made, not started.
 * ranks: 2
 * expect: clean
 * mpi: 4
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, values[2] = {0}, other = 9;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Request requests[2];
    for (int i = 0; i < 2; i++)
        if (rank == 0)
            MPI_Psend_init(&values[i], 1, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[i]);
        else
            MPI_Precv_init(&values[i], 1, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[i]);
    if (rank == 0) {
        values[0] = 10;
        values[1] = 11;
        MPI_Start(&requests[1]);
        MPI_Pready(0, requests[1]);
        MPI_Start(&requests[0]);
        MPI_Pready(0, requests[0]);
    } else {
        MPI_Start(&requests[0]);
        MPI_Start(&requests[1]);
    }
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    assert(values[0] == 10 && values[1] == 11);
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
    /* No other receive takes them. */
    if (rank == 0)
        MPI_Send(&other, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(&values[0], 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    assert(rank == 0 || values[0] == 9);
    MPI_Finalize();
    return 0;
}

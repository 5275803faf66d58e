/* When MPI_Request_get_status says so, the data is there, and the buffer is the program's.
 * ranks: 2
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, flag = 0, value = 1;
    MPI_Request request;
    MPI_Status status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        value = 5;
        MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Irecv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
        while (!flag)
            MPI_Request_get_status(request, &flag, &status);
        assert(value == 5 && status.MPI_SOURCE == 0);
        value = 6;
        MPI_Wait(&request, &status);
        assert(value == 6 && status.MPI_SOURCE == 0);
    }
    request = MPI_REQUEST_NULL;
    MPI_Request_get_status(request, &flag, &status);
    assert(flag && status.MPI_SOURCE == MPI_ANY_SOURCE);
    MPI_Finalize();
    return 0;
}

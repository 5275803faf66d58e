/* A copy of a request is waited for when many others have come and gone since.
 * ranks: 1
 * expect: request.unknown
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value;
    MPI_Request request, copy;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Irecv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &request); /* CREATED request.unknown */
    copy = request;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int i = 0; i < 500; i++) {
        MPI_Irecv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Wait(&copy, MPI_STATUS_IGNORE); /* HERE request.unknown */
    MPI_Finalize();
    return 0;
}

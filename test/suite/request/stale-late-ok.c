/* A copy of a request is waited for in place of the request.
 * ranks: 1
 * expect: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value;
    MPI_Request request, copy;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Irecv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &request);
    copy = request;
    for (int i = 0; i < 500; i++) {
        MPI_Irecv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Wait(&copy, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}

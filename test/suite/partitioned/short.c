/* The receiver of a partitioned message has room for less.
 * ranks: 2
 * expect: mismatch.truncation
 * mpi: 4
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, values[4] = {0};
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Psend_init(values, 2, 2, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
        MPI_Start(&request);
        MPI_Pready(0, request);
        MPI_Pready(1, request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Precv_init(values, 1, 3, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
        MPI_Start(&request);                   /* HERE mismatch.truncation */
        MPI_Wait(&request, MPI_STATUS_IGNORE); /* HERE mismatch.truncation */
    }
    MPI_Request_free(&request);
    MPI_Finalize();
    return 0;
}

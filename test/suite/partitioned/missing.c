/* A partition is never ready, so the message never goes.
 * ranks: 2
 * expect: deadlock
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
        MPI_Wait(&request, MPI_STATUS_IGNORE); /* HERE deadlock */
    } else {
        MPI_Precv_init(values, 1, 4, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE); /* HERE deadlock */
    }
    MPI_Request_free(&request);
    MPI_Finalize();
    return 0;
}

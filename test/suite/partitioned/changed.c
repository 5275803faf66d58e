/* A partition changes after it was ready.
 * ranks: 2
 * expect: race.buffer
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
        values[1] = 5;
        MPI_Pready(1, request);
        MPI_Wait(&request, MPI_STATUS_IGNORE); /* HERE race.buffer */
    } else {
        MPI_Precv_init(values, 1, 4, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&request);
    MPI_Finalize();
    return 0;
}

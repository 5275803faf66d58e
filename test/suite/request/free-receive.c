/* A receive is freed before it is complete: nothing tells when its data are there.
 * ranks: 2
 * expect: request.missing-wait
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, in = 0;
    MPI_Request request;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Irecv(&in, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request); /* CREATED request.missing-wait */
        MPI_Request_free(&request);                                 /* HERE request.missing-wait */
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}

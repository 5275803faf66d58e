/* A send is freed, and a message of its receiver proves that it is over; a receive is cancelled.
 * ranks: 2
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, in = 0, never = 0;
    MPI_Request request;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Irecv(&never, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &request);
        MPI_Cancel(&request);
        MPI_Request_free(&request);
        MPI_Irecv(&in, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Send(&in, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Isend(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
        MPI_Request_free(&request);
        MPI_Recv(&in, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        rank = 2; /* the buffer may be used again */
    }
    assert(in == 1);
    MPI_Finalize();
    return 0;
}

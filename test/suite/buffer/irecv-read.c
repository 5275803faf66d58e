/* Rank 0 reads what it receives before the receive is complete.
 * ranks: 2
 * expect: race.buffer
 * cc: -ftutti-memory
 */
#include <assert.h>
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, value = 0, sum = 0;
    MPI_Request request;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Irecv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
        sum += value; /* HERE race.buffer */
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        value = 7;
        MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    assert(sum == 0);
    MPI_Finalize();
    return 0;
}

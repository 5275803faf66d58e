/* Rank 0 copies from what it receives before the receive is complete.
 * ranks: 2
 * expect: race.buffer
 * cc: -ftutti-memory
 */
#include <assert.h>
#include <mpi.h>
#include <stddef.h>
#include <string.h>

int main(void)
{
    int rank, from[4] = {1, 2, 3, 4}, into[4] = {0};
    MPI_Request request;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Irecv(into, 4, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
        memcpy(from, into, 3 * sizeof(int)); /* HERE race.buffer */
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Send(from, 4, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    assert(from[3] == 4);
    MPI_Finalize();
    return 0;
}

/* Rank 0 stores to what it sends: the value that is there already.
 * ranks: 2
 * expect: race.buffer
 * cc: -ftutti-memory
 */
#include <assert.h>
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, value = 7;
    MPI_Request request;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Isend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
        value = 7; /* HERE race.buffer */
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    assert(value == 7);
    MPI_Finalize();
    return 0;
}

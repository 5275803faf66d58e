/* Rank 0 reads what it receives when the receive is complete.
 * ranks: 2
 * expect: clean
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
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        sum += value;
    } else {
        value = 7;
        MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    assert(rank == 1 || sum == 7);
    MPI_Finalize();
    return 0;
}

/* Rank 0 reads what it sends, and stores to it when the send is complete.
 * ranks: 2
 * expect: clean
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
        assert(value == 7);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        value = 7;
    } else {
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    assert(value == 7);
    MPI_Finalize();
    return 0;
}

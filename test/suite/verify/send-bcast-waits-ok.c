/* Rank 0 sends while the broadcast is under way.
 * ranks: 2
 * expect: clean
 * executions: 1
 */
#include <assert.h>
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    int rank, value, in = 0;
    MPI_Request request;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(comm, &rank);
    value = rank + 5;
    if (rank == 0) {
        MPI_Isend(&rank, 1, MPI_INT, 1, 0, comm, &request);
        MPI_Bcast(&value, 1, MPI_INT, 1, comm);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Bcast(&value, 1, MPI_INT, 1, comm);
        MPI_Recv(&in, 1, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE);
    }
    assert(value == 6);
    MPI_Finalize();
    return 0;
}

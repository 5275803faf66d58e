/* Rank 1 receives before the broadcast what the root sends after it.
 * ranks: 2
 * expect: deadlock
 * executions: 1
 */
#include <assert.h>
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    int rank, value, in = 0;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(comm, &rank);
    value = rank + 5;
    if (rank == 0) {
        MPI_Bcast(&value, 1, MPI_INT, 0, comm);
        MPI_Send(&rank, 1, MPI_INT, 1, 0, comm);
    } else {
        MPI_Recv(&in, 1, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE); /* HERE deadlock */
        MPI_Bcast(&value, 1, MPI_INT, 0, comm);
    }
    assert(value == 5);
    MPI_Finalize();
    return 0;
}

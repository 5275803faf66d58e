/* Whichever message is first, the third receive waits for ever: it is no matter of the order.
 * ranks: 3
 * expect: deadlock
 * executions: 2
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    int rank, in;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE);
        MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE);
        MPI_Recv(&in, 1, MPI_INT, 1, 0, comm, MPI_STATUS_IGNORE); /* HERE deadlock */
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
    }
    MPI_Finalize();
    return 0;
}

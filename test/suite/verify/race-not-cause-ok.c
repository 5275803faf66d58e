/* Two messages in any order, and two receives for them.
 * ranks: 3
 * expect: clean
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
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
    }
    MPI_Finalize();
    return 0;
}

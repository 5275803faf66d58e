/* A tag that is computed from the first sender is negative in one order.
 * ranks: 3
 * expect: arg.tag race.message
 * executions: 2
 */
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv)
{
    int rank, in = 0, first = 0;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        MPI_Recv(&first, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE); /* HERE race.message */
        MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE);
        MPI_Recv(&in, 1, MPI_INT, MPI_PROC_NULL, 3 - 6 * (first - 1), comm, MPI_STATUS_IGNORE); /* HERE arg.tag */
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
    }
    MPI_Finalize();
    return 0;
}

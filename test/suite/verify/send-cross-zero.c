/* Without any buffer, two standard sends cross in one of the orders.
 * ranks: 3
 * expect: deadlock race.message
 * executions: 2
 * options: --buffering=zero
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE); /* HERE race.message */
        MPI_Send(&rank, 1, MPI_INT, 1, 1, comm);                               /* HERE deadlock */
        MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm); /* HERE deadlock */
        if (rank == 1)
            MPI_Recv(&in, 1, MPI_INT, 0, 1, comm, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}

/* Two ranks hear of each other and of a third; one may hear of the other too early.
 * ranks: 3
 * expect: deadlock race.message
 * executions: 3
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in;
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request r;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank < 2) {
        MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE); /* HERE race.message */
        MPI_Isend(&rank, 1, MPI_INT, 1 - rank, 0, comm, &r);
        MPI_Recv(&in, 1, MPI_INT, 1 - rank, 0, comm, MPI_STATUS_IGNORE); /* HERE deadlock */
        MPI_Wait(&r, MPI_STATUS_IGNORE);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
        MPI_Send(&rank, 1, MPI_INT, 1, 0, comm);
    }
    MPI_Finalize();
    return 0;
}

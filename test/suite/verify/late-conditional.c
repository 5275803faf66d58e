/* Only if another rank decides its race one way is there a second candidate, and a deadlock.
 * ranks: 5
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
    if (rank == 0) {
        MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE); /* HERE race.message */
        MPI_Ssend(&rank, 1, MPI_INT, 2, 1, comm);
        MPI_Recv(&in, 1, MPI_INT, 2, 0, comm, MPI_STATUS_IGNORE); /* HERE deadlock */
    } else if (rank == 1) {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
    } else if (rank == 2) {
        int first;
        MPI_Recv(&first, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE);
        if (first == 4)
            MPI_Recv(&in, 1, MPI_INT, 0, 1, comm, MPI_STATUS_IGNORE);
        MPI_Isend(&rank, 1, MPI_INT, 0, 0, comm, &r);
        if (first == 3)
            MPI_Recv(&in, 1, MPI_INT, 0, 1, comm, MPI_STATUS_IGNORE);
        MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE);
        MPI_Wait(&r, MPI_STATUS_IGNORE);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 2, 0, comm);
    }
    MPI_Finalize();
    return 0;
}

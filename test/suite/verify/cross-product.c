/* Only if each of two ranks hears first of its own sender do both wait before they receive.
 * ranks: 4
 * expect: deadlock race.message
 * executions: 4
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in, first;
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request r;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank < 2) {
        MPI_Recv(&first, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE); /* HERE race.message */
        MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE);
        MPI_Issend(&rank, 1, MPI_INT, 1 - rank, 1, comm, &r);
        if (first == 2 + rank)
            MPI_Wait(&r, MPI_STATUS_IGNORE); /* HERE deadlock */
        MPI_Recv(&in, 1, MPI_INT, 1 - rank, 1, comm, MPI_STATUS_IGNORE);
        MPI_Wait(&r, MPI_STATUS_IGNORE);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
        MPI_Send(&rank, 1, MPI_INT, 1, 0, comm);
    }
    MPI_Finalize();
    return 0;
}

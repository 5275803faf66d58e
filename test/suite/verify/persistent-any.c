/* A persistent receive of any source may take the message that a named receive waits for.
 * ranks: 3
 * expect: deadlock race.message
 * executions: 2
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
        MPI_Recv_init(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, &r);
        MPI_Start(&r); /* HERE race.message */
        MPI_Wait(&r, MPI_STATUS_IGNORE);
        MPI_Recv(&in, 1, MPI_INT, 2, 0, comm, MPI_STATUS_IGNORE); /* HERE deadlock */
        MPI_Request_free(&r);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
    }
    MPI_Finalize();
    return 0;
}

/* A receive of any source is open while its rank asks for an answer, and may take it.
 * ranks: 3
 * expect: deadlock race.message
 * executions: 2
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in[2];
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request r;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        MPI_Irecv(&in[0], 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, &r); /* HERE race.message */
        MPI_Send(&rank, 1, MPI_INT, 1, 0, comm);
        MPI_Recv(&in[1], 1, MPI_INT, 1, 0, comm, MPI_STATUS_IGNORE); /* HERE deadlock */
        MPI_Wait(&r, MPI_STATUS_IGNORE);
    } else {
        if (rank == 1)
            MPI_Recv(&in[0], 1, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE);
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
    }
    MPI_Finalize();
    return 0;
}

/* A rank waits for two messages (AND), of which only one is sent.
 * ranks: 3
 * expect: deadlock
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in[2];
    MPI_Request r[2];
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Status statuses[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Irecv(&in[0], 1, MPI_INT, 1, 0, comm, &r[0]);
        MPI_Irecv(&in[1], 1, MPI_INT, 2, 0, comm, &r[1]);
        MPI_Waitall(2, r, statuses); /* HERE deadlock */
    } else if (rank == 1) {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
    }
    MPI_Barrier(comm);
    MPI_Finalize();
    return 0;
}

/* One send has to be buffered and two others not: then the ranks wait for each other.
 * ranks: 3
 * expect: send.buffering
 * executions: 2
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in, first;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        MPI_Recv(&first, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE);
        MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE);
        if (first == 2)
            MPI_Send(&rank, 1, MPI_INT, 1, 1, comm); /* HERE send.buffering */
        MPI_Recv(&in, 1, MPI_INT, 1, 1, comm, MPI_STATUS_IGNORE);
        if (first == 1)
            MPI_Send(&rank, 1, MPI_INT, 1, 1, comm);
    } else if (rank == 1) {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
        MPI_Send(&rank, 1, MPI_INT, 2, 0, comm);
        MPI_Send(&rank, 1, MPI_INT, 0, 1, comm); /* HERE send.buffering */
        MPI_Recv(&in, 1, MPI_INT, 0, 1, comm, MPI_STATUS_IGNORE);
    } else {
        MPI_Recv(&in, 1, MPI_INT, 1, 0, comm, MPI_STATUS_IGNORE);
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
    }
    MPI_Finalize();
    return 0;
}

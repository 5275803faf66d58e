/* A server answers requests until both clients are content.
 * ranks: 3
 * expect: clean
 * executions: 6
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in = 0, out = 7, clients = 2;
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Status status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        while (clients > 0) {
            MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &status);
            if (status.MPI_TAG == 0)
                MPI_Send(&out, 1, MPI_INT, status.MPI_SOURCE, 0, comm);
            else
                clients--;
        }
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
        MPI_Recv(&in, 1, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE);
        MPI_Send(&rank, 1, MPI_INT, 0, 1, comm);
    }
    MPI_Finalize();
    return 0;
}

/* Ten messages, and whose is taken first makes no difference.
 * ranks: 6
 * expect: clean
 * executions: 120
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, in, first = 0;
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Status status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    if (rank == 0) {
        for (int i = 1; i < size; i++) {
            MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, &status);
            if (i == 1)
                first = status.MPI_SOURCE;
        }
        if (first == size)
            MPI_Recv(&in, 1, MPI_INT, 1, 0, comm, MPI_STATUS_IGNORE);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
    }
    MPI_Finalize();
    return 0;
}

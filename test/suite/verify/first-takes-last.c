/* Ten messages, and only an execution that takes that of the last rank first fails.
 * ranks: 11
 * expect: deadlock race.message
 * options: --max-executions=3000 --stop-at-first
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
            MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, &status); /* HERE race.message */
            if (i == 1)
                first = status.MPI_SOURCE;
        }
        if (first == size - 1)
            MPI_Recv(&in, 1, MPI_INT, 1, 0, comm, MPI_STATUS_IGNORE); /* HERE deadlock */
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
    }
    MPI_Finalize();
    return 0;
}

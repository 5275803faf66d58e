/* The first receive of any source has no space for the longer of two messages.
 * ranks: 3
 * expect: mismatch.truncation race.message
 * executions: 2
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in[2], out[2] = {1, 2};
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        MPI_Recv(in, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE); /* HERE mismatch.truncation */ /* HERE race.message */
        MPI_Recv(in, 2, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE);
    } else {
        MPI_Send(out, rank, MPI_INT, 0, 0, comm); /* HERE mismatch.truncation */
    }
    MPI_Finalize();
    return 0;
}

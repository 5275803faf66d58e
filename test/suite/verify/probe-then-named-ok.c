/* A probe of any source and a receive, twice.
 * ranks: 3
 * expect: clean
 * executions: 2
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in;
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Status status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        MPI_Probe(MPI_ANY_SOURCE, 0, comm, &status);
        MPI_Recv(&in, 1, MPI_INT, status.MPI_SOURCE, 0, comm, MPI_STATUS_IGNORE);
        MPI_Probe(MPI_ANY_SOURCE, 0, comm, &status);
        MPI_Recv(&in, 1, MPI_INT, status.MPI_SOURCE, 0, comm, MPI_STATUS_IGNORE);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
    }
    MPI_Finalize();
    return 0;
}

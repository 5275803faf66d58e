/* Behind a probe of any source the receive names the source that was found.
 * ranks: 3
 * expect: clean
 * executions: 2
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, whole = 1;
    MPI_Comm comm = MPI_COMM_WORLD;
    float half = 0.5F;
    MPI_Status status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        for (int i = 0; i < 2; i++) {
            MPI_Probe(MPI_ANY_SOURCE, 0, comm, &status);
            int source = status.MPI_SOURCE;
            if (status.MPI_SOURCE == 1)
                MPI_Recv(&whole, 1, MPI_INT, source, 0, comm, &status);
            else
                MPI_Recv(&half, 1, MPI_FLOAT, source, 0, comm, &status);
        }
    } else if (rank == 1) {
        MPI_Send(&whole, 1, MPI_INT, 0, 0, comm);
    } else {
        MPI_Send(&half, 1, MPI_FLOAT, 0, 0, comm);
    }
    MPI_Finalize();
    return 0;
}

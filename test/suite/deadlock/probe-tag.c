/* A rank probes for a tag that is never sent.
 * ranks: 2
 * expect: deadlock
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 1;
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Status status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Ssend(&value, 1, MPI_INT, 1, 4, comm); /* HERE deadlock */
    } else {
        MPI_Probe(0, 5, comm, &status); /* HERE deadlock */
        MPI_Recv(&value, 1, MPI_INT, 0, MPI_ANY_TAG, comm, &status);
    }
    MPI_Finalize();
    return 0;
}

/* The root sends before the broadcast what the other receives before it.
 * ranks: 2
 * expect: clean
 * options: --collectives=synchronising
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 1;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Send(&value, 1, MPI_INT, 1, 0, comm);
        MPI_Bcast(&value, 1, MPI_INT, 0, comm);
    } else {
        MPI_Recv(&value, 1, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE);
        MPI_Bcast(&value, 1, MPI_INT, 0, comm);
    }
    MPI_Finalize();
    return 0;
}

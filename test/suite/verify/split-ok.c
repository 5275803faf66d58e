/* The ranks are split in two halves, and each half has a race of its own.
 * ranks: 6
 * expect: clean
 * executions: 4
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in, place;
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Comm half;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_split(comm, rank % 2, 0, &half);
    MPI_Comm_rank(half, &place);
    if (place == 0) {
        MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, half, MPI_STATUS_IGNORE);
        MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, half, MPI_STATUS_IGNORE);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, half);
    }
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}

/* Each rank receives before it sends.
 * ranks: 2
 * expect: deadlock
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, other, mine, theirs;
    MPI_Status status;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    other = 1 - rank;
    mine = 10 + rank;
    if (rank >= 0) {
        MPI_Recv(&theirs, 1, MPI_INT, other, 0, comm, &status); /* HERE deadlock */
        MPI_Send(&mine, 1, MPI_INT, other, 0, comm);
    } else {
        MPI_Send(&mine, 1, MPI_INT, other, 0, comm);
        MPI_Recv(&theirs, 1, MPI_INT, other, 0, comm, &status);
    }
    MPI_Finalize();
    return 0;
}

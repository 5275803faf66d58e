/* Each rank sends before it receives, and nothing is buffered.
 * ranks: 2
 * expect: deadlock
 * options: --buffering=zero
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, other, in;
    MPI_Status s;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    other = 1 - rank;
    MPI_Send(&rank, 1, MPI_INT, other, 0, comm); /* HERE deadlock */
    MPI_Recv(&in, 1, MPI_INT, other, 0, comm, &s);
    MPI_Finalize();
    return 0;
}

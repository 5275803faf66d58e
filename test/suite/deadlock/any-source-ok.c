/* A receive of any source that one rank sends to.
 * ranks: 3
 * expect: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in;
    MPI_Status status;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, &status);
    if (rank == 2)
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
    MPI_Barrier(comm);
    MPI_Finalize();
    return 0;
}

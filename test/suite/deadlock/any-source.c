/* A receive of any source, and all other ranks wait in a barrier.
 * ranks: 3
 * expect: deadlock
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
        MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, &status); /* HERE deadlock */
    MPI_Barrier(comm);                                               /* HERE deadlock */
    MPI_Finalize();
    return 0;
}

/* One rank of a ring sends before it receives.
 * ranks: 3
 * expect: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, left, right, in;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(comm, &size);
    left = (rank + size - 1) % size;
    right = (rank + 1) % size;
    if (rank == 0)
        MPI_Send(&rank, 1, MPI_INT, right, 0, comm);
    MPI_Recv(&in, 1, MPI_INT, left, 0, comm, MPI_STATUS_IGNORE);
    if (rank != 0)
        MPI_Send(&rank, 1, MPI_INT, right, 0, comm);
    MPI_Finalize();
    return 0;
}

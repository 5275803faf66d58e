/* Every rank of a ring receives from its left before it sends to its right.
 * ranks: 3
 * expect: deadlock
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
    MPI_Recv(&in, 1, MPI_INT, left, 0, comm, MPI_STATUS_IGNORE); /* HERE deadlock */
    MPI_Send(&rank, 1, MPI_INT, right, 0, comm);
    MPI_Finalize();
    return 0;
}

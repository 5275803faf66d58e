/* Every rank sends to its left and expects a message from its left.
 * ranks: 3
 * expect: deadlock
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, left, to, in;
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Status s;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(comm, &size);
    left = (rank + size - 1) % size;
    to = left;
    MPI_Sendrecv(&rank, 1, MPI_INT, to, 0, &in, 1, MPI_INT, left, 0, comm, &s); /* HERE deadlock */
    MPI_Finalize();
    return 0;
}

/* Even ranks of a ring send first, odd ranks receive first.
 * ranks: 4
 * expect: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, left, right, in;
    MPI_Status s;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(comm, &size);
    left = (rank + size - 1) % size;
    right = (rank + 1) % size;
    if (rank % 2 == 1)
        MPI_Recv(&in, 1, MPI_INT, left, 0, comm, &s);
    MPI_Ssend(&rank, 1, MPI_INT, right, 0, comm);
    if (rank % 2 == 0)
        MPI_Recv(&in, 1, MPI_INT, left, 0, comm, &s);
    MPI_Finalize();
    return 0;
}

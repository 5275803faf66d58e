/* The rank without a partner exchanges with MPI_PROC_NULL.
 * ranks: 3
 * expect: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, other, theirs;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(comm, &size);
    other = rank % 2 == 0 ? rank + 1 : rank - 1;
    if (other == size)
        other = MPI_PROC_NULL;
    MPI_Sendrecv(&rank, 1, MPI_INT, other, 0, &theirs, 1, MPI_INT, other, 0, comm,
                 MPI_STATUS_IGNORE);
    MPI_Barrier(comm);
    MPI_Finalize();
    return 0;
}

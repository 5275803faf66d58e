/* The message is sent in one communicator and received in its duplicate.
 * ranks: 2
 * expect: deadlock
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 1;
    MPI_Status status;
    MPI_Comm comm = MPI_COMM_WORLD, copy;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(comm, &copy);
    if (rank == 0)
        MPI_Ssend(&value, 1, MPI_INT, 1, 0, comm); /* HERE deadlock */
    else
        MPI_Recv(&value, 1, MPI_INT, 0, 0, copy, &status); /* HERE deadlock */
    MPI_Comm_free(&copy);
    MPI_Finalize();
    return 0;
}

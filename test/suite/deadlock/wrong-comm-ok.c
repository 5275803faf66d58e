/* The message is sent and received in the duplicate.
 * ranks: 2
 * expect: clean
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
        MPI_Ssend(&value, 1, MPI_INT, 1, 0, copy);
    else
        MPI_Recv(&value, 1, MPI_INT, 0, 0, copy, &status);
    MPI_Comm_free(&copy);
    MPI_Finalize();
    return 0;
}

/* The receiver asks for another tag than the one sent.
 * ranks: 2
 * expect: deadlock
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 1;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Ssend(&value, 1, MPI_INT, 1, 7, comm); /* HERE deadlock */
    else
        MPI_Recv(&value, 1, MPI_INT, 0, 8, comm, MPI_STATUS_IGNORE); /* HERE deadlock */
    MPI_Finalize();
    return 0;
}

/* A rank receives from one that sends nothing, while another waits to be received.
 * ranks: 3
 * expect: deadlock
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 1;
    MPI_Status status;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Recv(&value, 1, MPI_INT, 2, 0, comm, &status); /* HERE deadlock */
    else if (rank == 1)
        MPI_Ssend(&value, 1, MPI_INT, 0, 0, comm); /* HERE deadlock */
    MPI_Finalize();
    return 0;
}

/* A rank receives from the one that sends.
 * ranks: 3
 * expect: clean
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
        MPI_Recv(&value, 1, MPI_INT, 1, 0, comm, &status);
    else if (rank == 1)
        MPI_Ssend(&value, 1, MPI_INT, 0, 0, comm);
    MPI_Finalize();
    return 0;
}

/* The bytes of an integer are sent and received as bytes.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 1;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Send(&value, sizeof value, MPI_BYTE, 1, 0, comm);
    else
        MPI_Recv(&value, sizeof value, MPI_BYTE, 0, 0, comm, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}

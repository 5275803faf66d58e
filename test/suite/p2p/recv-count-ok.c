/* The count of a receive is zero, and an empty message comes.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, data[4] = {0};
    MPI_Status status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int count = 0;
    if (rank == 0)
        MPI_Send(data, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(data, count, MPI_INT, 0, 0, MPI_COMM_WORLD, &status);
    MPI_Finalize();
    return 0;
}

/* A tag is computed to a positive number.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 1;
    MPI_Status status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int tag = 'k' - 'a';
    if (rank == 0)
        MPI_Send(&value, 1, MPI_INT, 1, tag, MPI_COMM_WORLD);
    else
        MPI_Recv(&value, 1, MPI_INT, 0, tag, MPI_COMM_WORLD, &status);
    MPI_Finalize();
    return 0;
}

/* A send says MPI_ANY_TAG.
 * ranks: 2
 * expect: arg.tag
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 1;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int tag = MPI_ANY_TAG;
    if (rank == 0)
        MPI_Ssend(&value, 1, MPI_INT, 1, tag, MPI_COMM_WORLD); /* HERE arg.tag */
    else
        MPI_Recv(&value, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}

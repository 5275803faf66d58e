/* A receive uses the copy of a communicator before it is freed.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 1;
    MPI_Comm pair, copy;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &pair);
    copy = pair;
    if (rank == 0)
        MPI_Send(&value, 1, MPI_INT, 1, 0, pair);
    else
        MPI_Recv(&value, 1, MPI_INT, 0, 0, pair, MPI_STATUS_IGNORE);
    MPI_Recv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, copy, MPI_STATUS_IGNORE);
    MPI_Comm_free(&pair);
    MPI_Finalize();
    return 0;
}

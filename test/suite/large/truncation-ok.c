/* A receive with a large count has room for the message.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>

#if MPI_VERSION < 4 /* there are no functions for large counts */
#define MPI_Send_c MPI_Send
#define MPI_Recv_c MPI_Recv
#endif

int main(int argc, char **argv)
{
    int rank, values[4] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Send_c(values, 4, MPI_INT, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv_c(values, 4, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}

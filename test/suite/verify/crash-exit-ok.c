/* A self-check holds in all orders of messages.
 * ranks: 3
 * expect: clean
 * executions: 2
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in[2], good = 1;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        for (int i = 0; i < 2; i++)
            MPI_Recv(&in[i], 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE);
        good = in[1] + in[0] == 3;
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
    }
    MPI_Finalize();
    return good ? 0 : 1;
}

/* As many receives are posted as messages are sent, in all orders.
 * ranks: 3
 * expect: clean
 * executions: 2
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in[3];
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request r;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        for (int i = 0; i < 2; i++) {
            MPI_Irecv(&in[i], 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, &r);
            MPI_Wait(&r, MPI_STATUS_IGNORE);
        }
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
    }
    MPI_Finalize();
    return 0;
}

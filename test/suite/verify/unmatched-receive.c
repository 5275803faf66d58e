/* A receive is posted for a third message if the first two come in one order.
 * ranks: 3
 * expect: deadlock race.message
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
            MPI_Irecv(&in[i], 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, &r); /* HERE race.message */
            MPI_Wait(&r, MPI_STATUS_IGNORE);
        }
        if (in[0] > in[1])
            MPI_Recv(&in[2], 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE); /* HERE deadlock */
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
    }
    MPI_Finalize();
    return 0;
}

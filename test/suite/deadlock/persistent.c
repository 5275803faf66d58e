/* Each rank starts and awaits its persistent receive before it starts the send.
 * ranks: 2
 * expect: deadlock
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, other, in;
    MPI_Request r[2];
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    other = 1 - rank;
    MPI_Recv_init(&in, 1, MPI_INT, other, 0, comm, &r[0]);
    MPI_Send_init(&rank, 1, MPI_INT, other, 0, comm, &r[1]);
    for (int i = 0; i < 2; i++) {
        MPI_Start(&r[0]);
        MPI_Wait(&r[0], MPI_STATUS_IGNORE); /* HERE deadlock */
        MPI_Start(&r[1]);
        MPI_Wait(&r[1], MPI_STATUS_IGNORE);
        assert(in == other);
    }
    MPI_Request_free(&r[0]);
    MPI_Request_free(&r[1]);
    MPI_Finalize();
    return 0;
}

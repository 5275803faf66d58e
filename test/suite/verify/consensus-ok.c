/* The barrier follows synchronous sends, so all messages are received when it is over.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in = 0, over = 0, flag;
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request send, barrier;
    MPI_Status status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        MPI_Issend(&rank, 1, MPI_INT, 1, 0, comm, &send);
        MPI_Wait(&send, MPI_STATUS_IGNORE);
    }
    MPI_Ibarrier(comm, &barrier);
    while (!over) {
        MPI_Iprobe(MPI_ANY_SOURCE, 0, comm, &flag, &status);
        if (flag)
            MPI_Recv(&in, 1, MPI_INT, status.MPI_SOURCE, 0, comm, MPI_STATUS_IGNORE);
        MPI_Test(&barrier, &over, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}

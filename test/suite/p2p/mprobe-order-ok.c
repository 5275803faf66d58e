/* A matched probe takes the first message out of the queue; a receive gets the second.
 * ranks: 2
 * expect: clean
 * options: --buffering=infinite
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, flag, first = 0, second = 0;
    MPI_Message message;
    MPI_Status status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        for (int i = 1; i <= 2; i++)
            MPI_Send(&i, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Improbe(0, 0, MPI_COMM_WORLD, &flag, &message, &status);
        while (!flag)
            MPI_Improbe(0, 0, MPI_COMM_WORLD, &flag, &message, &status);
        MPI_Recv(&second, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Mrecv(&first, 1, MPI_INT, &message, &status);
        assert(first == 1 && second == 2 && message == MPI_MESSAGE_NULL);
        MPI_Mprobe(MPI_PROC_NULL, 3, MPI_COMM_WORLD, &message, &status);
        assert(message == MPI_MESSAGE_NO_PROC && status.MPI_SOURCE == MPI_PROC_NULL);
        MPI_Mrecv(&first, 1, MPI_INT, &message, &status);
        assert(first == 1 && message == MPI_MESSAGE_NULL && status.MPI_TAG == MPI_ANY_TAG);
    }
    MPI_Finalize();
    return 0;
}

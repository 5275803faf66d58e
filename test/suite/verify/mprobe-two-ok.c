/* Two matched probes take the messages of two ranks, and they are received in reverse.
 * ranks: 3
 * expect: clean
 * executions: 2
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in[2], source[2];
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Message message[2];
    MPI_Status status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        for (int i = 0; i < 2; i++) {
            MPI_Mprobe(MPI_ANY_SOURCE, 0, comm, &message[i], &status);
            source[i] = status.MPI_SOURCE;
        }
        for (int i = 1; i >= 0; i--)
            MPI_Mrecv(&in[i], 1, MPI_INT, &message[i], &status);
        assert(in[0] == source[0] && in[1] == source[1]);
        assert(source[0] + source[1] == 3);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
    }
    MPI_Finalize();
    return 0;
}

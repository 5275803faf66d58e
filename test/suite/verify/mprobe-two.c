/* A second matched probe is believed to find the message of rank 2.
 * ranks: 3
 * expect: assert race.message
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
            MPI_Mprobe(MPI_ANY_SOURCE, 0, comm, &message[i], &status); /* HERE race.message */
            source[i] = status.MPI_SOURCE;
        }
        for (int i = 1; i >= 0; i--)
            MPI_Mrecv(&in[i], 1, MPI_INT, &message[i], &status);
        assert(in[0] == source[0] && in[1] == source[1]);
        assert(source[1] == 2); /* HERE assert */
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
    }
    MPI_Finalize();
    return 0;
}

/* An empty queue is taken for the end: MPI_Iprobe says no before the last message comes.
 * ranks: 3
 * expect: message.unmatched
 * executions: 4
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in = 0, flag = 0, got = 0;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        do {
            MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE);
            MPI_Iprobe(MPI_ANY_SOURCE, 0, comm, &flag, MPI_STATUS_IGNORE);
            got++;
        } while (flag);
        assert(got > 0);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm); /* HERE message.unmatched */
    }
    MPI_Finalize();
    return 0;
}

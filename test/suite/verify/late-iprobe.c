/* MPI_Iprobe may find first what is sent after a race of another rank.
 * ranks: 5
 * expect: assert race.message
 * executions: 8
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in, flag = 0;
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Status status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        while (!flag)
            MPI_Iprobe(MPI_ANY_SOURCE, 0, comm, &flag, &status); /* HERE race.message */
        assert(status.MPI_SOURCE == 1);                          /* HERE assert */
        MPI_Recv(&in, 1, MPI_INT, status.MPI_SOURCE, 0, comm, MPI_STATUS_IGNORE);
        MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE);
    } else if (rank == 1) {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
    } else if (rank == 2) {
        for (int i = 0; i < 2; i++)
            MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE);
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 2, 0, comm);
    }
    MPI_Finalize();
    return 0;
}

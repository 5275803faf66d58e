/* MPI_Waitany may return an early message or one that is sent after a race of another rank.
 * ranks: 5
 * expect: clean
 * executions: 4
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in[2], which;
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request r[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        for (int i = 0; i < 2; i++)
            MPI_Irecv(&in[i], 1, MPI_INT, i + 1, 0, comm, &r[i]);
        MPI_Waitany(2, r, &which, MPI_STATUS_IGNORE);
        assert(which == 0 || which == 1);
        MPI_Wait(&r[1 - which], MPI_STATUS_IGNORE);
    } else if (rank == 1) {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
    } else if (rank == 2) {
        for (int i = 0; i < 2; i++)
            MPI_Recv(&in[i], 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE);
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 2, 0, comm);
    }
    MPI_Finalize();
    return 0;
}

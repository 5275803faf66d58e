/* Of two persistent receives of any source MPI_Waitany may return either.
 * ranks: 3
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
    MPI_Status statuses[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        for (int i = 0; i < 2; i++)
            MPI_Recv_init(&in[i], 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, &r[i]);
        MPI_Startall(2, r);
        MPI_Waitany(2, r, &which, MPI_STATUS_IGNORE);
        assert(which == 0 || which == 1);
        MPI_Waitall(2, r, statuses);
        for (int i = 0; i < 2; i++)
            MPI_Request_free(&r[i]);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
    }
    MPI_Finalize();
    return 0;
}

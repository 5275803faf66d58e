/* A rank waits for either of two messages (OR), and both senders wait for it.
 * ranks: 3
 * expect: deadlock
 */
#include <assert.h>
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv)
{
    int rank, which, in = 0;
    MPI_Request r[2];
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Status s;
    MPI_Status statuses[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Irecv(&in, 1, MPI_INT, 1, 0, comm, &r[0]);
        MPI_Irecv(NULL, 0, MPI_INT, 2, 0, comm, &r[1]);
        MPI_Waitany(2, r, &which, MPI_STATUS_IGNORE); /* HERE deadlock */
        MPI_Send(&in, 1, MPI_INT, 2, 0, comm);
        MPI_Waitall(2, r, statuses);
    } else {
        int partner = 0;
        MPI_Recv(&in, 1, MPI_INT, partner, 0, comm, &s); /* HERE deadlock */
        MPI_Send(&rank, rank == 1, MPI_INT, 0, 0, comm);
    }
    assert(in >= 0);
    MPI_Finalize();
    return 0;
}

/* MPI_Waitany is believed to return the send before the receive of the answer.
 * ranks: 2
 * expect: assert
 * executions: 2
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in = 0, which;
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request r[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        MPI_Isend(&rank, 1, MPI_INT, 1, 0, comm, &r[0]);
        MPI_Irecv(&in, 1, MPI_INT, 1, 0, comm, &r[1]);
        MPI_Waitany(2, r, &which, MPI_STATUS_IGNORE);
        assert(which == 0); /* HERE assert */
        MPI_Wait(&r[1 - which], MPI_STATUS_IGNORE);
        assert(in == 1);
    } else {
        MPI_Recv(&in, 1, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE);
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
    }
    MPI_Finalize();
    return 0;
}

/* A message on another communicator is believed not to overtake.
 * ranks: 2
 * expect: assert
 * executions: 2
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in[2], which;
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Comm other;
    MPI_Request r[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_dup(comm, &other);
    if (rank == 0) {
        MPI_Irecv(&in[0], 1, MPI_INT, 1, 0, comm, &r[0]);
        MPI_Irecv(&in[1], 1, MPI_INT, 1, 0, other, &r[1]);
        MPI_Waitany(2, r, &which, MPI_STATUS_IGNORE);
        assert(which == 0); /* HERE assert */
        MPI_Wait(&r[1 - which], MPI_STATUS_IGNORE);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
        MPI_Send(&rank, 1, MPI_INT, 0, 0, other);
    }
    MPI_Comm_free(&other);
    MPI_Finalize();
    return 0;
}

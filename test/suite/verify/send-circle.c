/* Three ranks each send before they receive from whoever sends: it needs a buffer.
 * ranks: 3
 * expect: send.buffering
 * executions: 1
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in;
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request r;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    MPI_Send(&rank, 1, MPI_INT, (rank + 1) % 3, 0, comm); /* HERE send.buffering */
    MPI_Irecv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    assert(in == (rank + 2) % 3);
    MPI_Finalize();
    return 0;
}

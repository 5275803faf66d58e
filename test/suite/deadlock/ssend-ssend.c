/* Each rank waits in a synchronous send for the other to receive.
 * ranks: 2
 * expect: deadlock
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, other, theirs;
    MPI_Request r;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    other = 1 - rank;
    MPI_Ssend(&rank, 1, MPI_INT, other, 0, comm); /* HERE deadlock */
    MPI_Irecv(&theirs, 1, MPI_INT, other, 0, comm, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    assert(theirs == other);
    MPI_Finalize();
    return 0;
}

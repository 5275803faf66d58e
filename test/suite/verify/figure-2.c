/* A crooked barrier: a message sent after it is received by a receive posted before it.
 * ranks: 3
 * expect: assert race.message
 * executions: 2
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in = 0;
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request r;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0)
        MPI_Isend(&rank, 1, MPI_INT, 1, 0, comm, &r);
    if (rank == 1)
        MPI_Irecv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, &r); /* HERE race.message */
    MPI_Barrier(comm);
    if (rank == 2)
        MPI_Isend(&rank, 1, MPI_INT, 1, 0, comm, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    if (rank == 1) {
        assert(in == 0); /* HERE assert */
        MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}

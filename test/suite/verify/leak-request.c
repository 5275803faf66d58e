/* A persistent receive is freed only if rank 1 is heard of first.
 * ranks: 3
 * expect: leak.request
 * executions: 2
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in[2];
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request r;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        MPI_Recv_init(&in[0], 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, &r); /* HERE leak.request */ /* CREATED leak.request */
        MPI_Start(&r);
        MPI_Wait(&r, MPI_STATUS_IGNORE);
        MPI_Recv(&in[1], 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE);
        if (in[0] == 1)
            MPI_Request_free(&r);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
    }
    MPI_Finalize(); /* HERE leak.request */
    return 0;
}

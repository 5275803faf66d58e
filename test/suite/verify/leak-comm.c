/* A communicator is freed only if two messages come in one order.
 * ranks: 3
 * expect: leak.comm
 * executions: 2
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in = 0;
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Comm own;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        MPI_Comm_dup(MPI_COMM_SELF, &own); /* HERE leak.comm */ /* CREATED leak.comm */
        MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE);
        if (in == 1)
            MPI_Comm_free(&own);
        MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
    }
    MPI_Finalize();
    return 0;
}

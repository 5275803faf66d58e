/* A race that is open across a barrier may take a message from after another race behind it.
 * ranks: 4
 * expect: assert race.message
 * executions: 10
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
    if (rank == 0) {
        MPI_Irecv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, &r); /* HERE race.message */
        MPI_Barrier(comm);
        MPI_Wait(&r, MPI_STATUS_IGNORE);
        assert(in != 3); /* HERE assert */
        for (int i = 0; i < 2; i++)
            MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE);
    } else if (rank < 3) {
        MPI_Isend(&rank, 1, MPI_INT, 0, 0, comm, &r);
        MPI_Barrier(comm);
        MPI_Send(&rank, 1, MPI_INT, 3, 0, comm);
        MPI_Wait(&r, MPI_STATUS_IGNORE);
    } else {
        MPI_Barrier(comm);
        for (int i = 0; i < 2; i++)
            MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE);
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
    }
    MPI_Finalize();
    return 0;
}

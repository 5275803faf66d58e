/* The second message is sent after the first was received, so MPI_Waitany returns the first.
 * ranks: 3
 * expect: clean
 * executions: 1
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in[2], which;
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request r[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        for (int i = 0; i < 2; i++)
            MPI_Irecv(&in[i], 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, &r[i]);
        MPI_Waitany(2, r, &which, MPI_STATUS_IGNORE);
        assert(which == 0);
        MPI_Send(&rank, 1, MPI_INT, 2, 1, comm);
        MPI_Wait(&r[1], MPI_STATUS_IGNORE);
    } else {
        int token;
        if (rank == 2)
            MPI_Recv(&token, 1, MPI_INT, 0, 1, comm, MPI_STATUS_IGNORE);
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
    }
    MPI_Finalize();
    return 0;
}

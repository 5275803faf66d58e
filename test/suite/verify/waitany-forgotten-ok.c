/* Whatever MPI_Waitany returns, the other request is waited for.
 * ranks: 3
 * expect: clean
 * executions: 2
 */
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
            MPI_Irecv(&in[i], 1, MPI_INT, i + 1, 0, comm, &r[i]);
        MPI_Waitany(2, r, &which, MPI_STATUS_IGNORE);
        MPI_Wait(&r[1 - which], MPI_STATUS_IGNORE);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
    }
    MPI_Finalize();
    return 0;
}

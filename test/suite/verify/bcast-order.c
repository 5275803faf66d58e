/* The root of MPI_Bcast need not wait, so what it sends next may come too early.
 * ranks: 3
 * expect: assert race.message
 * executions: 2
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in = 0, data = 0;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 1) {
        MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE); /* HERE race.message */
        assert(in == 2);                                                       /* HERE assert */
    }
    if (rank == 2)
        MPI_Ssend(&rank, 1, MPI_INT, 1, 0, comm);
    MPI_Bcast(&data, 1, MPI_INT, 0, comm);
    if (rank == 0)
        MPI_Send(&rank, 1, MPI_INT, 1, 0, comm);
    if (rank == 1)
        MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}

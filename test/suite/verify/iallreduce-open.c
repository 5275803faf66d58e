/* A rank goes on before MPI_Iallreduce is over, and its message is taken too early.
 * ranks: 3
 * expect: deadlock race.message
 * executions: 2
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in, sum;
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request r;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0)
        MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE); /* HERE race.message */
    if (rank == 1)
        MPI_Ssend(&rank, 1, MPI_INT, 0, 0, comm); /* HERE deadlock */
    MPI_Iallreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm, &r);
    if (rank == 2)
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
    MPI_Wait(&r, MPI_STATUS_IGNORE); /* HERE deadlock */
    if (rank == 0)
        MPI_Recv(&in, 1, MPI_INT, 2, 0, comm, MPI_STATUS_IGNORE);
    assert(sum == 3);
    MPI_Finalize();
    return 0;
}

/* A receive of any source is posted before one that names its source, and takes its message.
 * ranks: 3
 * expect: deadlock race.message
 * executions: 2
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in[2];
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request r[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        MPI_Irecv(&in[0], 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, &r[0]); /* HERE race.message */
        MPI_Irecv(&in[1], 1, MPI_INT, 2, 0, comm, &r[1]);
        MPI_Wait(&r[0], MPI_STATUS_IGNORE);
        MPI_Wait(&r[1], MPI_STATUS_IGNORE); /* HERE deadlock */
        assert(in[0] == 1 && in[1] == 2);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
    }
    MPI_Finalize();
    return 0;
}

/* The second receive names a sender whose message the first may have taken.
 * ranks: 3
 * expect: deadlock race.message
 * executions: 2
 */
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
        MPI_Barrier(comm);
        MPI_Irecv(&in[1], 1, MPI_INT, 1, 0, comm, &r[1]);
        MPI_Wait(&r[0], MPI_STATUS_IGNORE);
        MPI_Wait(&r[1], MPI_STATUS_IGNORE); /* HERE deadlock */
    } else if (rank == 1) {
        MPI_Barrier(comm);
        MPI_Isend(&rank, 1, MPI_INT, 0, 0, comm, &r[0]);
        MPI_Wait(&r[0], MPI_STATUS_IGNORE);
    } else {
        MPI_Isend(&rank, 1, MPI_INT, 0, 0, comm, &r[0]);
        MPI_Barrier(comm);
        MPI_Wait(&r[0], MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}

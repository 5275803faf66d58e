/* Any of two would free rank 0, and one of them waits for nobody.
 * ranks: 4
 * expect: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in[2], which;
    MPI_Request r[2];
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Status statuses[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Irecv(&in[0], 1, MPI_INT, 1, 0, comm, &r[0]);
        MPI_Irecv(&in[1], 1, MPI_INT, 2, 0, comm, &r[1]);
        MPI_Waitany(2, r, &which, MPI_STATUS_IGNORE);
        MPI_Send(&rank, 1, MPI_INT, 3 - (which + 1), 0, comm);
        MPI_Wait(&r[1 - which], MPI_STATUS_IGNORE);
    } else if (rank == 1) {
        MPI_Irecv(&in[0], 1, MPI_INT, 0, 0, comm, &r[0]);
        MPI_Irecv(&in[1], 1, MPI_INT, 3, 0, comm, &r[1]);
        MPI_Waitall(2, r, statuses);
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
    } else if (rank == 2) {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 1, 0, comm);
    }
    MPI_Finalize();
    return 0;
}

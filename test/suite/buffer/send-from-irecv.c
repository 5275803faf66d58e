/* A message is sent from the buffer of a receive that is still pending.
 * ranks: 2
 * expect: race.buffer
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, data[2] = {1, 2};
    MPI_Request r;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Isend(data, 1, MPI_INT, 1, 0, comm, &r);
        MPI_Recv(&data[1], 1, MPI_INT, 1, 1, comm, MPI_STATUS_IGNORE);
        MPI_Wait(&r, MPI_STATUS_IGNORE);
    } else {
        MPI_Irecv(data, 1, MPI_INT, 0, 0, comm, &r);
        MPI_Send(data, 1, MPI_INT, 0, 1, comm); /* HERE race.buffer */
        MPI_Wait(&r, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}

/* The buffer of a pending receive is written before the message is even sent.
 * ranks: 2
 * expect: race.buffer
 */
#include <assert.h>
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv)
{
    int rank, value = 1;
    MPI_Request r;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Recv(NULL, 0, MPI_INT, 1, 1, comm, MPI_STATUS_IGNORE);
        MPI_Send(&value, 1, MPI_INT, 1, 0, comm);
    } else {
        MPI_Irecv(&value, 1, MPI_INT, 0, 0, comm, &r); /* HERE race.buffer */
        value = 99;                                    /* HERE race.buffer */
        MPI_Send(NULL, 0, MPI_INT, 0, 1, comm);
        MPI_Wait(&r, MPI_STATUS_IGNORE); /* HERE race.buffer */
    }
    MPI_Finalize();
    return 0;
}

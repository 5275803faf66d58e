/* The attached buffer has space for one message, two are sent before any is received.
 * ranks: 2
 * expect: arg.buffer
 * options: --buffering=zero
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, data[100] = {0};
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request r;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        int size = 1 * ((int)sizeof data + MPI_BSEND_OVERHEAD);
        void *space = malloc((size_t)size);
        MPI_Buffer_attach(space, size);
        MPI_Bsend(data, 100, MPI_INT, 1, 0, comm);
        MPI_Ibsend(data, 100, MPI_INT, 1, 0, comm, &r); /* HERE arg.buffer */
        MPI_Wait(&r, MPI_STATUS_IGNORE);
        MPI_Send(NULL, 0, MPI_INT, 1, 1, comm);
        MPI_Buffer_detach(&space, &size);
        free(space);
    } else {
        MPI_Recv(NULL, 0, MPI_INT, 0, 1, comm, MPI_STATUS_IGNORE);
        for (int i = 0; i < 2; i++)
            MPI_Recv(data, 100, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}

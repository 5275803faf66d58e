/* The buffer of the communicator has no space for the message, that of the process would have.
 * ranks: 2
 * expect: arg.buffer
 * mpi: 4.1
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 7, size;
    char small[MPI_BSEND_OVERHEAD], large[MPI_BSEND_OVERHEAD + 100];
    void *gone;
    MPI_Comm comm;

    MPI_Init(&argc, &argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_rank(comm, &rank);
    MPI_Buffer_attach(large, sizeof large);
    MPI_Comm_attach_buffer(comm, small, sizeof small);
    if (rank == 0)
        MPI_Bsend(&value, 1, MPI_INT, 1, 0, comm); /* HERE arg.buffer */
    else
        MPI_Recv(&value, 1, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE);
    MPI_Comm_detach_buffer(comm, &gone, &size);
    MPI_Buffer_detach(&gone, &size);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}

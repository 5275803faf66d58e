/* A null status: wrong for MPICH, where MPI_STATUS_IGNORE is another address. */
#include <mpi.h>
#include <stddef.h>

void status(int *data)
{
    MPI_Recv(data, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, NULL);
}

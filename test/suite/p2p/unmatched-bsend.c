/* A buffered send returns though nobody receives the message.
 * ranks: 2
 * expect: message.unmatched
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, value = 1, size = sizeof value + MPI_BSEND_OVERHEAD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    void *space = malloc((size_t)size);
    if (rank == 0) {
        MPI_Buffer_attach(space, size);
        MPI_Bsend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD); /* HERE message.unmatched */
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize(); /* detaches the buffer */
    free(space);
    return 0;
}

/* A buffered send, and no buffer has been attached.
 * ranks: 2
 * expect: arg.buffer
 */
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv)
{
    int rank, size, value = 1;
    void *p;
    static char space[1000];
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Bsend(&value, 1, MPI_INT, 1, 0, comm); /* HERE arg.buffer */
    } else {
        MPI_Recv(&value, 1, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE);
    }
    p = space;
    size = p != NULL;
    (void)size;
    MPI_Finalize();
    return 0;
}

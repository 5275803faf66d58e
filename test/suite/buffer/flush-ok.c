/* Each rank flushes its buffer after it has received.
 * ranks: 2
 * expect: clean
 * mpi: 4.1
 * options: --buffering=zero
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, other, in, size;
    void *p;
    char space[1000];
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    other = 1 - rank;
    MPI_Buffer_attach(space, sizeof space);
    MPI_Bsend(&rank, 1, MPI_INT, other, 0, comm);
    MPI_Recv(&in, 1, MPI_INT, other, 0, comm, MPI_STATUS_IGNORE);
    MPI_Buffer_flush();
    MPI_Buffer_detach(&p, &size);
    MPI_Finalize();
    return 0;
}

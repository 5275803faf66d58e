/* A nonblocking send is never completed, though its message is received.
 * ranks: 2
 * expect: request.missing-wait
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 1;
    MPI_Request r;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Isend(&value, 1, MPI_INT, 1, 0, comm, &r); /* HERE request.missing-wait */ /* CREATED request.missing-wait */
    } else {
        MPI_Recv(&value, 1, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE);
    }
    MPI_Finalize(); /* HERE request.missing-wait */
    return 0;
}

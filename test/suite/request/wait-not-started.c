/* A persistent receive is waited for but was never started.
 * ranks: 2
 * expect: request.missing-start
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
        MPI_Recv_init(&value, 1, MPI_INT, 1, 0, comm, &r); /* CREATED request.missing-start */
        MPI_Wait(&r, MPI_STATUS_IGNORE);                   /* HERE request.missing-start */
        MPI_Request_free(&r);
    }
    MPI_Finalize();
    return 0;
}

/* A persistent send is waited for but never started, and the receiver waits for ever.
 * ranks: 2
 * expect: deadlock request.missing-start
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
        MPI_Send_init(&value, 1, MPI_INT, 1, 0, comm, &r); /* CREATED request.missing-start */
        MPI_Wait(&r, MPI_STATUS_IGNORE);                   /* HERE request.missing-start */
        MPI_Request_free(&r);
    } else {
        MPI_Recv(&value, 1, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE); /* HERE deadlock */
    }
    MPI_Finalize();
    return 0;
}

/* A freed persistent request is started through the copy of its handle.
 * ranks: 1
 * expect: request.unknown
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 1;
    MPI_Request r, copy;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Send_init(&value, 1, MPI_INT, MPI_PROC_NULL, 0, comm, &r); /* CREATED request.unknown */
    copy = r;
    MPI_Request_free(&r);
    MPI_Start(&copy); /* HERE request.unknown */
    MPI_Wait(&copy, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}

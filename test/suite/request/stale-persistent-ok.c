/* A persistent request is started through the copy of its handle, then freed.
 * ranks: 1
 * expect: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 1;
    MPI_Request r, copy;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Send_init(&value, 1, MPI_INT, MPI_PROC_NULL, 0, comm, &r);
    copy = r;
    MPI_Start(&copy);
    MPI_Wait(&copy, MPI_STATUS_IGNORE);
    MPI_Request_free(&r);
    MPI_Finalize();
    return 0;
}

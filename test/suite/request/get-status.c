/* MPI_Request_get_status says that the operation is over, but does not release the request.
 * ranks: 2
 * expect: request.missing-wait
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 1;
    MPI_Request r;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Send(&value, 1, MPI_INT, 1, 0, comm);
    } else {
        MPI_Irecv(&value, 1, MPI_INT, 0, 0, comm, &r); /* HERE request.missing-wait */ /* CREATED request.missing-wait */
        for (int flag = 0; !flag;)
            MPI_Request_get_status(r, &flag, MPI_STATUS_IGNORE);
        assert(r != MPI_REQUEST_NULL);
    }
    MPI_Finalize(); /* HERE request.missing-wait */
    return 0;
}

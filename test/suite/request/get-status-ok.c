/* MPI_Request_get_status says that the operation is over, and a wait releases the request.
 * ranks: 2
 * expect: clean
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
        MPI_Irecv(&value, 1, MPI_INT, 0, 0, comm, &r);
        for (int flag = 0; !flag;)
            MPI_Request_get_status(r, &flag, MPI_STATUS_IGNORE);
        assert(r != MPI_REQUEST_NULL);
        MPI_Wait(&r, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}

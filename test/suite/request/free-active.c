/* A freed receive is taken to be over when a later message has come, which MPI does not promise.
 * ranks: 2
 * expect: request.missing-wait
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 1, other = 0;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        value = 5;
        MPI_Ssend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        MPI_Ssend(&value, 0, MPI_INT, 1, 1, MPI_COMM_WORLD);
    } else {
        MPI_Irecv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request); /* CREATED request.missing-wait */
        MPI_Request_free(&request);                                    /* HERE request.missing-wait */
        MPI_Recv(&other, 0, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        assert(value == 5);
        value = 6;
        MPI_Barrier(MPI_COMM_SELF);
        assert(value == 6 && other == 0);
    }
    MPI_Finalize();
    return 0;
}

/* A ready send finds its receive posted: a message told that it is.
 * ranks: 2
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv)
{
    int rank, data[2] = {3, 4};
    MPI_Status status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Recv(NULL, 0, MPI_INT, 1, 1, MPI_COMM_WORLD, &status);
        MPI_Rsend(data, 2, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Request request;
        int taken[2] = {0, 0};
        MPI_Irecv(taken, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
        MPI_Send(NULL, 0, MPI_INT, 0, 1, MPI_COMM_WORLD);
        MPI_Wait(&request, &status);
        assert(taken[0] == 3 && taken[1] == 4);
    }
    MPI_Finalize();
    return 0;
}

/* The second round of a persistent exchange sends more than the receive has space for.
 * ranks: 2
 * expect: mismatch.truncation
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, data[2] = {3, 4};
    MPI_Request request;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int round = 1; round <= 2; round++) {
        if (rank == 0) {
            MPI_Ssend_init(data, round, MPI_INT, 1, 0, comm, &request);
        } else {
            int *p = data;
            MPI_Recv_init(p, 1, MPI_INT, 0, 0, comm, &request); /* HERE mismatch.truncation */
        }
        MPI_Start(&request);                   /* HERE mismatch.truncation */
        MPI_Wait(&request, MPI_STATUS_IGNORE); /* HERE mismatch.truncation */
        MPI_Request_free(&request);
    }
    MPI_Finalize();
    return 0;
}

/* A nonblocking receive has less space than the message that it matches.
 * ranks: 2
 * expect: mismatch.truncation
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, data[4] = {1, 2, 3, 4};
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Issend(data, 4, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    else
        MPI_Irecv(data, 3, MPI_INT, 0, 0, MPI_COMM_WORLD, &request); /* HERE mismatch.truncation */
    MPI_Wait(&request, MPI_STATUS_IGNORE);                           /* HERE mismatch.truncation */
    MPI_Finalize();
    return 0;
}

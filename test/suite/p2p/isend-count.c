/* The count of a nonblocking send overflowed to a negative number.
 * ranks: 2
 * expect: arg.count
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, data[4] = {0};
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int count = -4;
    if (rank == 0)
        MPI_Isend(data, count, MPI_INT, 1, 0, MPI_COMM_WORLD, &request); /* HERE arg.count */
    else
        MPI_Irecv(data, 4, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}

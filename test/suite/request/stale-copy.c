/* The copy of a request is waited for after the request was completed.
 * ranks: 2
 * expect: request.unknown
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 1;
    MPI_Request r, copy;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Isend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &r); /* CREATED request.unknown */
    else
        MPI_Irecv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &r); /* CREATED request.unknown */
    copy = r;
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    MPI_Wait(&copy, MPI_STATUS_IGNORE); /* HERE request.unknown */
    MPI_Finalize();
    return 0;
}

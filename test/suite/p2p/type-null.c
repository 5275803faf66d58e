/* A nonblocking receive of MPI_DATATYPE_NULL.
 * ranks: 2
 * expect: arg.datatype
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 1;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Datatype type = MPI_DATATYPE_NULL;
    if (rank == 0)
        MPI_Isend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    else
        MPI_Irecv(&value, 1, type, 0, 0, MPI_COMM_WORLD, &request); /* HERE arg.datatype */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}

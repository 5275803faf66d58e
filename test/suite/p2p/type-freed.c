/* A type is used through a copy of its handle after it was freed.
 * ranks: 2
 * expect: arg.datatype
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, data[3] = {1, 2, 3};
    MPI_Datatype triple, copy;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_contiguous(3, MPI_INT, &triple);
    MPI_Type_commit(&triple);
    copy = triple;
    MPI_Type_free(&triple);
    if (rank == 0)
        MPI_Isend(data, 3, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    else
        MPI_Irecv(data, 1, copy, 0, 0, MPI_COMM_WORLD, &request); /* HERE arg.datatype */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}

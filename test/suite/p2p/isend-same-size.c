/* Two integers are received as one double: the sizes agree, the signatures do not.
 * ranks: 2
 * expect: mismatch.datatype
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, pair[2] = {1, 2};
    MPI_Request request;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double whole;
    MPI_Datatype type;
    MPI_Type_contiguous(2, MPI_INT, &type);
    MPI_Type_commit(&type);
    if (rank == 0)
        MPI_Isend(pair, 1, type, 1, 3, comm, &request); /* HERE mismatch.datatype */
    else
        MPI_Irecv(&whole, 1, MPI_DOUBLE, 0, 3, comm, &request); /* HERE mismatch.datatype */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}

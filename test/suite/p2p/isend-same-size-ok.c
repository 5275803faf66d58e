/* Two integers are received as one element of a type made of two integers.
 * ranks: 2
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, pair[2] = {1, 2};
    MPI_Request request;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int whole[2];
    MPI_Datatype type;
    MPI_Type_contiguous(2, MPI_INT, &type);
    MPI_Type_commit(&type);
    if (rank == 0)
        MPI_Isend(pair, 1, type, 1, 3, comm, &request);
    else
        MPI_Irecv(whole, 2, MPI_INT, 0, 3, comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    assert(rank == 0 || (whole[0] == 1 && whole[1] == 2));
    MPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}

/* A derived type is sent that was never committed.
 * ranks: 2
 * expect: arg.datatype
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, data[3] = {1, 2, 3};
    MPI_Datatype triple;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_contiguous(3, MPI_INT, &triple);
    if (rank == 0)
        MPI_Send(data, 1, triple, 1, 0, MPI_COMM_WORLD); /* HERE arg.datatype */
    else
        MPI_Recv(data, 1, triple, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* HERE arg.datatype */
    MPI_Type_free(&triple);
    MPI_Finalize();
    return 0;
}

/* Bytes are sent and received as an integer: MPI_BYTE matches MPI_BYTE alone.
 * ranks: 2
 * expect: mismatch.datatype
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 1;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Send(&value, sizeof value, MPI_BYTE, 1, 0, comm); /* HERE mismatch.datatype */
    else
        MPI_Recv(&value, 1, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE); /* HERE mismatch.datatype */
    MPI_Finalize();
    return 0;
}

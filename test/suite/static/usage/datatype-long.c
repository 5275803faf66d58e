/* Numbers of type long are sent as MPI_INT.
 * ranks: 2
 * expect: mismatch.datatype
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank;
    long value = 1;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD); /* HERE mismatch.datatype */
    else if (rank == 1)
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* HERE mismatch.datatype */
    if (value < 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
    return 0;
}

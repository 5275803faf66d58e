/* A float is received as an int, and behind that both ranks receive first.
 * ranks: 2
 * expect: deadlock mismatch.datatype
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, in = 0;
    float out = 1;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Send(&out, 1, MPI_FLOAT, 1, 0, MPI_COMM_WORLD); /* HERE mismatch.datatype */
    else
        MPI_Recv(&in, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* HERE mismatch.datatype */
    MPI_Recv(&in, 1, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* HERE deadlock */
    MPI_Send(&in, 1, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}

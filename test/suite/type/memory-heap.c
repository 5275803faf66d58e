/* Numbers in memory that malloc has given are sent as others.
 * ranks: 2
 * expect: mismatch.datatype
 */
#include <mpi.h>
#include <stdlib.h>

int main(void)
{
    int rank;
    double *field = calloc(8, sizeof *field); /* CREATED mismatch.datatype */

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Send(field, 8, MPI_FLOAT, 1, 0, MPI_COMM_WORLD); /* HERE mismatch.datatype */
    else
        MPI_Recv(field, 8, MPI_FLOAT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* HERE mismatch.datatype */
    free(field);
    MPI_Finalize();
    return 0;
}

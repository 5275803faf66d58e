/* Numbers in memory that malloc has given are sent as what they are.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>
#include <stdlib.h>

int main(void)
{
    int rank;
    double *field = calloc(8, sizeof *field);

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Send(field, 8, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(field, 8, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    free(field);
    MPI_Finalize();
    return 0;
}

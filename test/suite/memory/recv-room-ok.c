/* A receive names as much room as there is; the message is shorter.
 * ranks: 2
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

int main(void)
{
    int rank, *values = malloc(4 * sizeof *values);

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 4; i++)
        values[i] = rank;
    if (rank == 0)
        MPI_Send(values, 3, MPI_INT, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(values, 4, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    assert(values[2] == 0);
    free(values);
    MPI_Finalize();
    return 0;
}

/* The buffer is read before the receive is complete.
 * ranks: 2
 * expect: race.buffer
 */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    int rank, value = 0;
    MPI_Request request;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Send(&rank, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else if (rank == 1) {
        MPI_Irecv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request); /* HERE race.buffer */
        printf("%d\n", value);                                         /* HERE race.buffer */
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}

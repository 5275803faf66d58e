/* The buffer is read after the receive is complete.
 * ranks: 2
 * expect: clean
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
        MPI_Irecv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        printf("%d\n", value);
    }
    MPI_Finalize();
    return 0;
}

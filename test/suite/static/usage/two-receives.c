/* Two receives at once into the same variable.
 * ranks: 2
 * expect: race.buffer
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, a = 0, b = 0;
    MPI_Request requests[2];

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Send(&a, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
        MPI_Send(&b, 1, MPI_INT, 1, 2, MPI_COMM_WORLD);
    } else if (rank == 1) {
        MPI_Irecv(&a, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, &requests[0]); /* HERE race.buffer */
        MPI_Irecv(&a, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, &requests[1]); /* HERE race.buffer */
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
    MPI_Finalize();
    return 0;
}

/* The root of a nonblocking broadcast changes the data before it is complete.
 * ranks: 2
 * expect: race.buffer
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, data[4] = {1, 2, 3, 4};
    MPI_Request request;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Ibcast(data, 4, MPI_INT, 0, MPI_COMM_WORLD, &request); /* CREATED race.buffer */
    if (rank == 0)
        data[2] = 7;
    MPI_Wait(&request, MPI_STATUS_IGNORE); /* HERE race.buffer */
    MPI_Finalize();
    return 0;
}

/* A function returns on an error before it has completed its receive.
 * ranks: 2
 * expect: request.missing-wait
 */
#include <mpi.h>
#include <stddef.h>

static int exchange(int rank, int *cells, int count)
{
    MPI_Request request;

    MPI_Irecv(cells, 4, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request); /* HERE request.missing-wait */
    MPI_Send(cells + 4, 4, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
    if (count > 1)
        return 1;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return 0;
}

int main(void)
{
    int rank, size, cells[8] = {0};

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank < 2)
        exchange(rank, cells, size);
    MPI_Finalize();
    return 0;
}

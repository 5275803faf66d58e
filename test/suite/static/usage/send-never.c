/* A nonblocking send that nobody completes.
 * ranks: 2
 * expect: request.missing-wait
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, value = 5;
    MPI_Request request;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Isend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request); /* HERE request.missing-wait */
    } else if (rank == 1) {
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}

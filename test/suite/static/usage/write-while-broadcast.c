/* The buffer of a nonblocking broadcast is written before its completion.
 * ranks: 2
 * expect: race.buffer
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, n = 3, own = 0;
    MPI_Request request;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Ibcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD, &request); /* HERE race.buffer */
    n = rank;                                                /* HERE race.buffer */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (own + n < 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
    return 0;
}

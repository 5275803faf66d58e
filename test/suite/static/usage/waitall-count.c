/* Two requests, of which MPI_Waitall completes one.
 * ranks: 2
 * expect: request.missing-wait
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, in = 0, out = 1;
    MPI_Request requests[2];

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank < 2) {
        MPI_Irecv(&in, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &requests[0]);
        MPI_Isend(&out, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &requests[1]); /* HERE request.missing-wait */
        MPI_Waitall(1, requests, MPI_STATUSES_IGNORE);
    }
    MPI_Finalize();
    return 0;
}

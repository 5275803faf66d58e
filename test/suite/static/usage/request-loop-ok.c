/* Requests in an array that a loop fills, a function completes, or a poll; one is freed.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

static void finish(MPI_Request *requests, int count)
{
    MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
}

int main(void)
{
    int rank, cells[4] = {0}, flag = 0;
    MPI_Request requests[4], last;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        for (int i = 0; i < 4; i++)
            MPI_Isend(&cells[i], 1, MPI_INT, 1, i, MPI_COMM_WORLD, &requests[i]);
        finish(requests, 4);
        MPI_Isend(cells, 1, MPI_INT, 1, 9, MPI_COMM_WORLD, &last);
        MPI_Request_free(&last);
    } else if (rank == 1) {
        for (int i = 0; i < 4; i++)
            MPI_Irecv(&cells[i], 1, MPI_INT, 0, i, MPI_COMM_WORLD, &requests[i]);
        for (int i = 0; i < 4; i++)
            MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
        MPI_Irecv(cells, 1, MPI_INT, 0, 9, MPI_COMM_WORLD, &last);
        while (!flag)
            MPI_Test(&last, &flag, MPI_STATUS_IGNORE);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}

/* After a barrier all receives posted before it are there for ready sends.
 * ranks: 4
 * expect: clean
 */
#include <mpi.h>
#include <stdio.h>

static void check(int right, const char *what)
{
    if (!right) {
        fprintf(stderr, "wrong: %s\n", what);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

int main(void)
{
    int in[4] = {-1, -1, -1, -1};
    MPI_Request requests[4];
    MPI_Status statuses[4];
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int r = 0; r < size; r++)
        MPI_Irecv(&in[r], 1, MPI_INT, r, 3, MPI_COMM_WORLD, &requests[r]);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int r = 0; r < size; r++)
        MPI_Rsend(&rank, 1, MPI_INT, r, 3, MPI_COMM_WORLD);
    MPI_Waitall(size, requests, statuses);
    for (int r = 0; r < size; r++)
        check(in[r] == r, "message");
    MPI_Finalize();
    return 0;
}

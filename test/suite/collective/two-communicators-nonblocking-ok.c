/* Nonblocking collectives on two communicators may be started in different orders.
 * ranks: 2
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
    int sum = -1, maximum = -1;
    MPI_Comm other;
    MPI_Request requests[2];
    MPI_Status statuses[2];
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    if (rank == 0) {
        MPI_Iallreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[0]);
        MPI_Iallreduce(&rank, &maximum, 1, MPI_INT, MPI_MAX, other, &requests[1]);
    } else {
        MPI_Iallreduce(&rank, &maximum, 1, MPI_INT, MPI_MAX, other, &requests[1]);
        MPI_Iallreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[0]);
    }
    MPI_Waitall(2, requests, statuses);
    check(sum == 1 && maximum == 1, "results");
    MPI_Comm_free(&other);
    MPI_Finalize();
    return 0;
}

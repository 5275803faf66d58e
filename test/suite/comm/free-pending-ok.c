/* A communicator may be freed while operations on it are under way.
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
    int in = -1, sum = -1;
    MPI_Comm comm;
    MPI_Request requests[3];
    MPI_Status statuses[3];
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Irecv(&in, 1, MPI_INT, 1 - rank, 0, comm, &requests[0]);
    MPI_Isend(&rank, 1, MPI_INT, 1 - rank, 0, comm, &requests[1]);
    MPI_Iallreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm, &requests[2]);
    MPI_Comm_free(&comm);
    MPI_Waitall(3, requests, statuses);
    check(in == 1 - rank && sum == 1, "results");
    MPI_Finalize();
    return 0;
}

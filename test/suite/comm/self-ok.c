/* Messages and collectives on MPI_COMM_SELF concern one rank alone.
 * ranks: 1 3
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
    int in = -1, sum = -1, s;
    MPI_Status status;
    MPI_Comm copy;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_size(MPI_COMM_SELF, &s);
    check(s == 1, "size");
    for (int i = 0; i < rank; i++) /* a different number of times on each rank */
        MPI_Barrier(MPI_COMM_SELF);
    MPI_Sendrecv(&rank, 1, MPI_INT, 0, 4, &in, 1, MPI_INT, 0, 4, MPI_COMM_SELF, &status);
    check(in == rank && status.MPI_SOURCE == 0, "message to itself");
    if (rank == 0) {
        MPI_Comm_dup(MPI_COMM_SELF, &copy);
        MPI_Allreduce(&size, &sum, 1, MPI_INT, MPI_SUM, copy);
        check(sum == size, "sum");
        MPI_Comm_free(&copy);
    }
    MPI_Finalize();
    return 0;
}

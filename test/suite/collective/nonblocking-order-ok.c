/* Nonblocking collectives are started in one order, and completed in any.
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
    int sum = 0, value = 0;
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request one, two;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0) {
        value = 7;
        MPI_Ibcast(&value, 1, MPI_INT, 0, comm, &one);
        MPI_Iallreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm, &two);
    } else {
        MPI_Ibcast(&value, 1, MPI_INT, 0, comm, &two);
        MPI_Iallreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm, &one);
    }
    MPI_Wait(&one, MPI_STATUS_IGNORE);
    MPI_Wait(&two, MPI_STATUS_IGNORE);
    check(value == 7, "value");
    check(sum == 1, "sum");
    MPI_Finalize();
    return 0;
}

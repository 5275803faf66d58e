/* Nonblocking duplication, with other collectives under way.
 * ranks: 1 2 3 4
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
    int sum = 0, relation, total = 0;
    MPI_Comm copies[2];
    MPI_Request requests[3];
    MPI_Status statuses[3];
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_idup(MPI_COMM_WORLD, &copies[0], &requests[0]);
    MPI_Iallreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[1]);
    MPI_Comm_idup(MPI_COMM_WORLD, &copies[1], &requests[2]);
    MPI_Waitall(3, requests, statuses);
    check(sum == size * (size - 1) / 2, "sum");
    for (int i = 0; i < 2; i++) {
        MPI_Comm_compare(copies[i], MPI_COMM_WORLD, &relation);
        check(relation == MPI_CONGRUENT, "congruent");
        MPI_Allreduce(&sum, &total, 1, MPI_INT, MPI_MAX, copies[i]);
        check(total == sum, "a collective on the copy");
        MPI_Comm_free(&copies[i]);
    }
    MPI_Finalize();
    return 0;
}

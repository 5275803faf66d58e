/* A duplicate has the same ranks and a context of its own.
 * ranks: 1 2 3 5
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
    int r, s, first = -1, second = -1, relation;
    MPI_Comm copy, again;
    MPI_Request requests[2];
    MPI_Status statuses[2];
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int next = (rank + 1) % size, previous = (rank + size - 1) % size, twice = 2 * rank;

    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Comm_dup(copy, &again);
    MPI_Comm_rank(again, &r);
    MPI_Comm_size(again, &s);
    check(r == rank && s == size, "rank and size");
    MPI_Comm_compare(MPI_COMM_WORLD, again, &relation);
    check(relation == MPI_CONGRUENT, "congruent");
    MPI_Comm_compare(copy, copy, &relation);
    check(relation == MPI_IDENT, "identical");
    /* the same tags and ranks, sent in the order opposite to the receives */
    MPI_Irecv(&first, 1, MPI_INT, previous, 0, copy, &requests[0]);
    MPI_Irecv(&second, 1, MPI_INT, previous, 0, again, &requests[1]);
    MPI_Send(&twice, 1, MPI_INT, next, 0, again);
    MPI_Send(&rank, 1, MPI_INT, next, 0, copy);
    MPI_Waitall(2, requests, statuses);
    check(first == previous && second == 2 * previous, "messages");
    MPI_Comm_free(&copy);
    MPI_Comm_free(&again);
    MPI_Finalize();
    return 0;
}

/* Merging an intercommunicator: the group that says high comes last.
 * ranks: 2 3 4
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
    int r;
    MPI_Comm half, inter, merged;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int side = rank % 2, evens = (size + 1) / 2, odds = size / 2;

    MPI_Comm_split(MPI_COMM_WORLD, side, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - side, 0, &inter);
    MPI_Intercomm_merge(inter, side == 1, &merged);
    MPI_Comm_rank(merged, &r);
    check(r == rank / 2 + (side ? evens : 0), "odd ranks last");
    MPI_Comm_free(&merged);
    MPI_Intercomm_merge(inter, side == 0, &merged);
    MPI_Comm_rank(merged, &r);
    check(r == rank / 2 + (side ? 0 : odds), "even ranks last");
    MPI_Comm_free(&merged);
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}

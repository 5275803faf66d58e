/* A scan is not defined on an intercommunicator.
 * ranks: 2
 * expect: arg.comm
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
    int sum = 0;
    MPI_Comm inter, merged;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, 1 - rank, 0, &inter);
    MPI_Intercomm_merge(inter, rank == 1, &merged);
    MPI_Scan(&rank, &sum, 1, MPI_INT, MPI_SUM, inter); /* HERE arg.comm */
    check(sum == rank, "sum");
    MPI_Comm_free(&merged);
    MPI_Comm_free(&inter);
    MPI_Finalize();
    return 0;
}

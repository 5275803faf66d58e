/* The remote size of an intercommunicator.
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
    int remote = 0, is_inter;
    MPI_Comm inter;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, 1 - rank, 0, &inter);
    MPI_Comm_test_inter(inter, &is_inter);
    check(is_inter, "an intercommunicator");
    MPI_Comm_remote_size(inter, &remote);
    check(remote == 1, "remote size");
    MPI_Comm_free(&inter);
    MPI_Finalize();
    return 0;
}

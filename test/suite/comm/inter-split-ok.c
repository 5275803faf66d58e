/* Splitting an intercommunicator gives intercommunicators of the ranks with one colour.
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
    int in = -1, local, remote;
    MPI_Comm half, inter, pair;
    MPI_Status status;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int side = rank / 2;

    MPI_Comm_split(MPI_COMM_WORLD, side, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, side ? 0 : 2, 0, &inter);
    MPI_Comm_split(inter, rank % 2, 0, &pair); /* 0 with 2, and 1 with 3 */
    MPI_Comm_size(pair, &local);
    MPI_Comm_remote_size(pair, &remote);
    check(local == 1 && remote == 1, "sizes");
    MPI_Sendrecv(&rank, 1, MPI_INT, 0, 0, &in, 1, MPI_INT, 0, 0, pair, &status);
    check(in == (rank + 2) % 4, "partner");
    MPI_Comm_free(&pair);
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}

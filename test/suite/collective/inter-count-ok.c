/* Sender and receiver across an intercommunicator agree.
 * ranks: 3
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
    int mine[2], all[4] = {0};
    MPI_Comm half, inter;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    mine[0] = mine[1] = rank;
    MPI_Comm_split(MPI_COMM_WORLD, rank > 0, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank > 0 ? 0 : 1, 0, &inter);
    if (rank == 0)
        MPI_Gather(NULL, 0, MPI_INT, all, 2, MPI_INT, MPI_ROOT, inter);
    else
        MPI_Gather(mine, 2, MPI_INT, NULL, 0, MPI_INT, 0, inter);
    check(rank > 0 || (all[0] == 1 && all[1] == 1 && all[2] == 2 && all[3] == 2), "all");
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}

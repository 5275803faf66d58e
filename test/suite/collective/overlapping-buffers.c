/* The send buffer of an allgather is the second element of the receive buffer, at every rank.
 * ranks: 3
 * expect: arg.buffer
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
    int all[3] = {0};
    MPI_Comm comm = MPI_COMM_WORLD;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    all[1] = rank;
    MPI_Allgather(&all[1], 1, MPI_INT, all, 1, MPI_INT, comm); /* HERE arg.buffer */
    check(all[0] == 0 && all[1] == 1 && all[2] == 2, "all");
    MPI_Finalize();
    return 0;
}

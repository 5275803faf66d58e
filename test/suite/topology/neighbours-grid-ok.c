/* Neighbourhood collectives on a grid leave the blocks of missing neighbours alone.
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
    int dims[2] = {4, 1}, periods[2] = {0, 0}, out[4], in[4];
    MPI_Comm grid;
    MPI_Request requests[2];
    MPI_Status statuses[2];
    int later[4] = {-1, -1, -1, -1}, latest[4] = {-1, -1, -1, -1};
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int up = rank - 1, down = rank + 1;

    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
    for (int i = 0; i < 4; i++) {
        out[i] = 10 * rank + i;
        in[i] = -1;
    }
    MPI_Neighbor_allgather(&rank, 1, MPI_INT, in, 1, MPI_INT, grid);
    check(in[0] == (rank > 0 ? up : -1) && in[1] == (rank < 3 ? down : -1), "Neighbor_allgather");
    check(in[2] == -1 && in[3] == -1, "no neighbours in the second direction");
    MPI_Neighbor_alltoall(out, 1, MPI_INT, in, 1, MPI_INT, grid);
    check(in[0] == (rank > 0 ? 10 * up + 1 : -1), "what the upper one sends down");
    check(in[1] == (rank < 3 ? 10 * down : -1) && in[3] == -1, "what the lower one sends up");
    MPI_Ineighbor_allgather(&rank, 1, MPI_INT, later, 1, MPI_INT, grid, &requests[0]);
    MPI_Ineighbor_alltoall(out, 1, MPI_INT, latest, 1, MPI_INT, grid, &requests[1]);
    MPI_Waitall(2, requests, statuses);
    check(later[0] == (rank > 0 ? up : -1) && later[1] == (rank < 3 ? down : -1), "nonblocking");
    for (int i = 0; i < 4; i++)
        check(latest[i] == in[i], "both forms agree");
    MPI_Comm_free(&grid);
    MPI_Finalize();
    return 0;
}

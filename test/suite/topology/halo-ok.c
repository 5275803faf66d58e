/* Two halos in each direction of a grid with persistent requests, ten times.
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
    int dims[2] = {2, 2}, periods[2] = {1, 0}, in[4], out, from[2], to[2];
    MPI_Comm grid;
    MPI_Request requests[8];
    MPI_Status statuses[8];
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
    for (int d = 0; d < 2; d++) {
        MPI_Cart_shift(grid, d, 1, &from[d], &to[d]);
        MPI_Recv_init(&in[2 * d], 1, MPI_INT, from[d], 2 * d, grid, &requests[4 * d]);
        MPI_Recv_init(&in[2 * d + 1], 1, MPI_INT, to[d], 2 * d + 1, grid, &requests[4 * d + 1]);
        MPI_Send_init(&out, 1, MPI_INT, to[d], 2 * d, grid, &requests[4 * d + 2]);
        MPI_Send_init(&out, 1, MPI_INT, from[d], 2 * d + 1, grid, &requests[4 * d + 3]);
    }
    for (int step = 0; step < 10; step++) {
        out = 100 * step + rank;
        in[2] = in[3] = -1;
        MPI_Startall(8, requests);
        MPI_Waitall(8, requests, statuses);
        check(in[0] == 100 * step + (rank + 2) % 4 && in[1] == in[0], "across, periodic");
        check(in[2] == (rank % 2 ? 100 * step + rank - 1 : -1), "from the left");
        check(in[3] == (rank % 2 ? -1 : 100 * step + rank + 1), "from the right");
    }
    for (int i = 0; i < 8; i++)
        MPI_Request_free(&requests[i]);
    MPI_Comm_free(&grid);
    MPI_Finalize();
    return 0;
}

/* Neighbor_allgatherv, alltoallv and alltoallw in a ring, blocking and nonblocking.
 * ranks: 3 5
 * expect: clean
 */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static void check(int right, const char *what)
{
    if (!right) {
        fprintf(stderr, "wrong: %s\n", what);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

int main(void)
{
    int dims[1], periods[1] = {1}, mine[5], in[16], again[16], out[4] = {0}, counts[2],
                 places[2] = {0, 8};
    int send[2], from[2] = {0, 2}, one[2] = {1, 1};
    MPI_Aint bytes[2] = {0, 2 * sizeof(int)};
    MPI_Datatype t = MPI_INT, types[2] = {MPI_INT, MPI_INT};
    MPI_Comm ring;
    MPI_Request r;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int left = (rank + size - 1) % size, right = (rank + 1) % size;

    dims[0] = size;
    MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &ring);
    for (int i = 0; i < 5; i++)
        mine[i] = 10 * rank + i;
    memset(in, -1, sizeof in);
    memset(again, -1, sizeof again);
    counts[0] = left; /* each rank sends as many elements as its number */
    counts[1] = right;
    MPI_Neighbor_allgatherv(mine, rank, t, in, counts, places, t, ring);
    MPI_Ineighbor_allgatherv(mine, rank, t, again, counts, places, t, ring, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    for (int i = 0; i < 16; i++) {
        int k = i % 8, source = i < 8 ? left : right;

        check(in[i] == (k < source ? 10 * source + k : -1) && again[i] == in[i], "allgatherv");
    }
    send[0] = 1; /* one to the left, two to the right */
    send[1] = 2;
    counts[0] = 2;
    counts[1] = 1;
    for (int i = 0; i < 4; i++)
        out[i] = 100 * rank + i;
    MPI_Neighbor_alltoallv(out, send, from, t, in, counts, places, t, ring);
    check(in[0] == 100 * left + 2 && in[1] == 100 * left + 3 && in[8] == 100 * right, "alltoallv");
    MPI_Ineighbor_alltoallv(out, send, from, t, again, counts, places, t, ring, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    check(again[0] == in[0] && again[1] == in[1] && again[8] == in[8], "nonblocking alltoallv");
    MPI_Neighbor_alltoallw(out, one, bytes, types, in, one, bytes, types, ring);
    check(in[0] == 100 * left + 2 && in[2] == 100 * right, "alltoallw");
    MPI_Comm_free(&ring);
    MPI_Finalize();
    return 0;
}

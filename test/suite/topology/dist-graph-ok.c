/* A directed ring, told by each rank about its successor; weights are kept.
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
    int degree = 1, next, weight, in, out, weighted, source, target, weights[2], value = -1,
        sum = -1;
    MPI_Comm ring;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    next = (rank + 1) % size;
    weight = 10 + rank;
    MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &rank, &degree, &next, &weight, MPI_INFO_NULL, 0,
                          &ring);
    MPI_Dist_graph_neighbors_count(ring, &in, &out, &weighted);
    check(in == 1 && out == 1 && weighted, "degrees");
    MPI_Dist_graph_neighbors(ring, 1, &source, &weights[0], 1, &target, &weights[1]);
    check(source == (rank + size - 1) % size && target == next, "neighbours");
    check(weights[0] == 10 + source && weights[1] == 10 + rank, "weights");
    for (int i = 0; i < size; i++) { /* a value runs once around */
        int old = i ? value : rank;

        MPI_Neighbor_allgather(&old, 1, MPI_INT, &value, 1, MPI_INT, ring);
    }
    check(value == rank, "once around");
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, ring);
    check(sum == size * (size - 1) / 2, "an ordinary collective");
    MPI_Comm_free(&ring);
    MPI_Finalize();
    return 0;
}

/* Nonblocking collectives without a root in flight at once, completed from the last to the first.
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
    int out[5], gathered[5], varied[5], exchanged[5], exchangedv[5], exchangedw[5];
    int sum = -1, prefix = -1, below = -1, part = -1, block = -1;
    int counts[5] = {1, 1, 1, 1, 1}, displs[5], bytes[5];
    MPI_Datatype types[5], t = MPI_INT;
    MPI_Request request[11];
    MPI_Comm comm = MPI_COMM_WORLD;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < size; i++) {
        out[i] = 10 * rank + i;
        displs[i] = i;
        bytes[i] = i * (int)sizeof(int);
        types[i] = t;
    }
    MPI_Ibarrier(comm, &request[0]);
    MPI_Iallreduce(&rank, &sum, 1, t, MPI_SUM, comm, &request[1]);
    MPI_Iscan(&rank, &prefix, 1, t, MPI_SUM, comm, &request[2]);
    MPI_Iexscan(&rank, &below, 1, t, MPI_MAX, comm, &request[3]);
    MPI_Iallgather(&rank, 1, t, gathered, 1, t, comm, &request[4]);
    MPI_Iallgatherv(&rank, 1, t, varied, counts, displs, t, comm, &request[5]);
    MPI_Ialltoall(out, 1, t, exchanged, 1, t, comm, &request[6]);
    MPI_Ialltoallv(out, counts, displs, t, exchangedv, counts, displs, t, comm, &request[7]);
    MPI_Ialltoallw(out, counts, bytes, types, exchangedw, counts, bytes, types, comm, &request[8]);
    MPI_Ireduce_scatter(out, &part, counts, t, MPI_MAX, comm, &request[9]);
    MPI_Ireduce_scatter_block(out, &block, 1, t, MPI_MIN, comm, &request[10]);
    for (int i = 10; i >= 0; i--)
        MPI_Wait(&request[i], MPI_STATUS_IGNORE);
    check(sum == size * (size - 1) / 2 && prefix == rank * (rank + 1) / 2, "sums");
    check(rank == 0 || below == rank - 1, "Iexscan");
    check(part == 10 * (size - 1) + rank && block == rank, "scattered reductions");
    for (int i = 0; i < size; i++) {
        check(gathered[i] == i && varied[i] == i, "gathered");
        check(exchanged[i] == 10 * i + rank, "Ialltoall");
        check(exchangedv[i] == exchanged[i] && exchangedw[i] == exchanged[i], "exchanged");
    }
    MPI_Finalize();
    return 0;
}

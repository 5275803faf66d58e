/* What the arguments of a persistent collective point to may go once it is made.
 * ranks: 1 3
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>
#if defined(OPEN_MPI) && OMPI_MAJOR_VERSION < 5 /* has them as extensions */
#include <mpi-ext.h>
#define MPI_Allgatherv_init         MPIX_Allgatherv_init
#define MPI_Barrier_init            MPIX_Barrier_init
#define MPI_Neighbor_alltoallw_init MPIX_Neighbor_alltoallw_init
#define MPI_Reduce_init             MPIX_Reduce_init
#endif

static void last(void *in, void *inout, int *count, MPI_Datatype *type)
{
    (void)in, (void)inout, (void)count, (void)type; /* which is there already */
}

int main(int argc, char **argv)
{
    int rank, size, all[9], mine, around[2], result = 0, period = 1;
    MPI_Request gather, barrier, exchange, reduce;
    MPI_Datatype number;
    MPI_Op op;
    MPI_Comm ring;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int *counts = malloc(2 * (size_t)size * sizeof *counts);
    for (int i = 0; i < size; i++) {
        counts[i] = 1;
        counts[size + i] = size - 1 - i;
    }
    MPI_Type_contiguous(1, MPI_INT, &number);
    MPI_Type_commit(&number);
    MPI_Op_create(last, 0, &op);
    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &period, 0, &ring);
    MPI_Datatype *types = malloc(2 * sizeof *types);
    int *ones = malloc(2 * sizeof *ones);
    MPI_Aint *places = malloc(2 * sizeof *places);
    for (int i = 0; i < 2; i++) {
        types[i] = number;
        ones[i] = 1;
        places[i] = i * (MPI_Aint)sizeof(int);
    }
    int out[2];
    MPI_Allgatherv_init(&mine, 1, number, all, counts, counts + size, number, MPI_COMM_WORLD, MPI_INFO_NULL, &gather);
    MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &barrier);
    MPI_Neighbor_alltoallw_init(out, ones, places, types, around, ones, places, types, ring, MPI_INFO_NULL, &exchange);
    MPI_Reduce_init(&mine, &result, 1, MPI_INT, op, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &reduce);
    free(counts);
    free(types);
    free(ones);
    free(places);
    MPI_Type_free(&number);
    MPI_Op_free(&op);
    MPI_Comm_free(&ring);
    for (int round = 0; round < 2; round++) {
        MPI_Request both[2] = {gather, exchange};
        mine = rank + round;
        out[0] = out[1] = rank;
        MPI_Startall(2, both);
        MPI_Waitall(2, both, MPI_STATUSES_IGNORE);
        for (int i = 0; i < size; i++)
            assert(all[size - 1 - i] == i + round);
        assert(around[0] == (rank + size - 1) % size && around[1] == (rank + 1) % size);
        MPI_Start(&reduce);
        MPI_Wait(&reduce, MPI_STATUS_IGNORE);
        assert(rank != 0 || result == size - 1 + round);
        MPI_Start(&barrier);
        MPI_Wait(&barrier, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&gather);
    MPI_Request_free(&barrier);
    MPI_Request_free(&exchange);
    MPI_Request_free(&reduce);
    MPI_Finalize();
    return 0;
}

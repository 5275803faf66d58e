/* A combine posts the receive of its result first, into a place of its own.
 * ranks: 4
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>

/* Sums to rank 0 along a tree, and the sum back, as the BLACS do it. */
static void combine(int *sum, int rank)
{
    int part, total;
    MPI_Request back;
    MPI_Comm comm = MPI_COMM_WORLD;

    if (rank != 0)
        MPI_Irecv(&total, 1, MPI_INT, 0, 1, comm, &back);
    if (rank % 2 == 1) {
        MPI_Send(sum, 1, MPI_INT, rank - 1, 0, comm);
    } else {
        MPI_Recv(&part, 1, MPI_INT, rank + 1, 0, comm, MPI_STATUS_IGNORE);
        *sum += part;
        if (rank == 2) {
            MPI_Send(sum, 1, MPI_INT, 0, 0, comm);
        } else {
            MPI_Recv(&part, 1, MPI_INT, 2, 0, comm, MPI_STATUS_IGNORE);
            *sum += part;
        }
    }
    for (int to = 1; rank == 0 && to < 4; to++)
        MPI_Send(sum, 1, MPI_INT, to, 1, comm);
    if (rank != 0) {
        MPI_Wait(&back, MPI_STATUS_IGNORE);
        *sum = total;
    }
}

int main(int argc, char **argv)
{
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 100; i++) {
        int sum = rank + i;
        combine(&sum, rank);
        assert(sum == 6 + 4 * i);
    }
    MPI_Finalize();
    return 0;
}

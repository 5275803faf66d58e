/* A combine posts the receive of its result before it sends from there; more is wrong behind it.
 * ranks: 4
 * expect: race.buffer leak.type
 */
#include <assert.h>
#include <mpi.h>

/* Sums to rank 0 along a tree, and the sum back, as the BLACS do it. */
static void combine(int *sum, int rank)
{
    int part;
    MPI_Request back;
    MPI_Comm comm = MPI_COMM_WORLD;

    if (rank != 0)
        MPI_Irecv(sum, 1, MPI_INT, 0, 1, comm, &back); /* CREATED race.buffer */
    if (rank % 2 == 1) {
        MPI_Send(sum, 1, MPI_INT, rank - 1, 0, comm); /* HERE race.buffer */
    } else {
        MPI_Recv(&part, 1, MPI_INT, rank + 1, 0, comm, MPI_STATUS_IGNORE);
        *sum += part;
        if (rank == 2) {
            MPI_Send(sum, 1, MPI_INT, 0, 0, comm); /* HERE race.buffer */
        } else {
            MPI_Recv(&part, 1, MPI_INT, 2, 0, comm, MPI_STATUS_IGNORE);
            *sum += part;
        }
    }
    for (int to = 1; rank == 0 && to < 4; to++)
        MPI_Send(sum, 1, MPI_INT, to, 1, comm);
    if (rank != 0)
        MPI_Wait(&back, MPI_STATUS_IGNORE); /* HERE race.buffer */
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Datatype pair;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 100; i++) {
        int sum = rank + i;
        combine(&sum, rank);
        assert(sum == 6 + 4 * i);
    }
    MPI_Type_contiguous(2, MPI_INT, &pair); /* HERE leak.type */
    MPI_Finalize();                         /* HERE leak.type */
    return 0;
}

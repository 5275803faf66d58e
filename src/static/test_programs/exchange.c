/* A broadcast made of messages: it cannot be recognised for certain, so there is no warning. */
#include "static/test_programs/probe.h"

static void spread(int *value)
{
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size <= 1)
        return;
    if (rank == 0)
        for (int i = 1; i < size; i++)
            MPI_Send(value, 1, MPI_INT, i, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    int rank, size, n, from_left, mine, other;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0) {
        n = 10;
        for (int i = 1; i < size; i++)
            MPI_Send(&n, 1, MPI_INT, i, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&n, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    unsure(n);
    mine = rank;
    spread(&mine);
    unsure(mine);
    other = rank;
    MPI_Sendrecv(&other, 1, MPI_INT, (rank + 1) % size, 0, &from_left, 1, MPI_INT,
                 (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    differs(from_left);
    differs(other);
    MPI_Finalize();
    return 0;
}

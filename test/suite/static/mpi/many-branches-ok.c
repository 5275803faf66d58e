/* Many branches on the rank, none of which concerns a collective.
 * ranks: 2 3
 * expect: clean
 */
#include <mpi.h>
#include <stdio.h>

static const char *name(int rank)
{
    switch (rank) {
    case 0:
        return "first";
    case 1:
        return "second";
    default:
        return "other";
    }
}

int main(void)
{
    int rank, size, left, right, sum = 0;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    left = rank == 0 ? MPI_PROC_NULL : rank - 1;
    right = rank == size - 1 ? MPI_PROC_NULL : rank + 1;
    for (int i = 0; i < 3; i++) {
        MPI_Sendrecv(&rank, 1, MPI_INT, right, 0, &sum, 1, MPI_INT, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (rank % 2)
            sum++;
        else if (rank > 2)
            sum--;
        while (sum > rank)
            sum -= 2;
        MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
        if (sum > 1000)
            break;
    }
    printf("%s\n", name(rank));
    MPI_Finalize();
    return 0;
}

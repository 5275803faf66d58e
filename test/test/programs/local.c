/* A bug in the process that is the second one of the odd ranks, with one input: only whoever looks
 * at that process sees which. */
#include <mpi.h>
#include <stdlib.h>

static void look_at(MPI_Comm comm, int n)
{
    int rank, size;
    MPI_Comm_rank(comm, &rank);
    if (rank == 1 && n == 777)
        MPI_Comm_size(MPI_COMM_NULL, &size); /* BUG */
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Comm half;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    if (rank % 2 == 1)
        look_at(half, atoi(argv[1]));
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}

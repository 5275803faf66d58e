/* Each rank says who it is and what is in its environment, in one write. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size;
    const char *mark = getenv("RANK_MARK");
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    printf("rank %d of %d mark %s argument %s\n", rank, size, mark ? mark : "none",
           argc > 1 ? argv[1] : "none");
    fflush(stdout);
    MPI_Finalize();
    return 0;
}

/* One rank returns early without MPI_Finalize; the others wait for it in a barrier.
 * ranks: 3
 * expect: env.finalize
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier(MPI_COMM_WORLD); /* HERE env.finalize */
    if (rank == 1) {
        return 0; /* HERE env.finalize */
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0; /* HERE env.finalize */
} /* HERE env.finalize */

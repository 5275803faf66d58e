/* A computed goto leads some ranks around the barrier.
 * ranks: 2 3
 * expect: collective.divergence
 */
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv)
{
    static void *const ways[] = {&&meet, &&pass};
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    goto *ways[rank % 2]; /* HERE collective.divergence */
meet:
    MPI_Barrier(MPI_COMM_WORLD);
pass:
    if (rank > 1000)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
    return 0;
}

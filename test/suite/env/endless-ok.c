/* A rank computes for a while, and the other waits for it.
 * ranks: 2
 * expect: clean
 * options: --time-limit=10
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    volatile unsigned n = 1;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        while (n < 1000000)
            n = 3 * n;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}

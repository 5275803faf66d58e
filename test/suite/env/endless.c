/* A rank computes for ever while the other waits: no deadlock, and the time limit says so.
 * ranks: 2
 * expect: loop
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
        while (n != 0) /* HERE loop */
            n = 3 * n; /* HERE loop */
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}

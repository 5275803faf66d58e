/* A loop does not end for an odd number, and others wait.
 * ranks: 2
 * expect: loop
 * seed: 8
 * fails: 7
 * options: --execution-limit=1
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    volatile int steps = 0;
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int n = argc > 1 ? atoi(argv[1]) : 0;
    if (rank == 0 && n > 0 && n < 1000)
        for (unsigned left = (unsigned)n; left != 0; left -= 2) /* HERE loop */
            steps = (steps + 1) % 1000;                         /* HERE loop */
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}

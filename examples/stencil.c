/* Ranks relax their cells until all of them have converged. Each decides for itself: the first that
 * has leaves, and the others wait for it in MPI_Allreduce for ever. */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    double rest, largest;
    int rank, steps = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    rest = 1 + rank;
    do {
        rest *= 0.9;
        steps++;
        MPI_Allreduce(&rest, &largest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    } while (rest > 1e-3);
    MPI_Barrier(MPI_COMM_WORLD);
    printf("rank %d: %d steps\n", rank, steps);
    MPI_Finalize();
    return 0;
}

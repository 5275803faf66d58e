/* collective.c: a checkpoint that one rank alone takes part in.
 *
 * Every tenth step is written by the ranks that hold part of the boundary. `write_step` meets in an
 * MPI_Gather, which needs all ranks: the ranks inside go on to the next step's MPI_Allreduce
 * instead.
 */
#include <mpi.h>
#include <stdio.h>

static void write_step(int step, double value)
{
    double all[64];
    MPI_Gather(&value, 1, MPI_DOUBLE, all, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    (void)step;
}

int main(int argc, char **argv)
{
    int rank, size;
    double sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int boundary = rank == 0 || rank == size - 1;
    for (int step = 0; step < 100; step++) {
        double part = rank + step;
        MPI_Allreduce(&part, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        if (boundary && step % 10 == 0)
            write_step(step, sum);
    }
    if (rank == 0)
        printf("%g\n", sum);
    MPI_Finalize();
    return 0;
}

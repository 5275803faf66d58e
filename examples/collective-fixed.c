/* collective-fixed.c: the same with all ranks in the gather.
 *
 * Every tenth step is written. Whether a rank holds part of the boundary decides what it gives, not
 * whether it takes part.
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
        if (step % 10 == 0)
            write_step(step, boundary ? sum : 0);
    }
    if (rank == 0)
        printf("%g\n", sum);
    MPI_Finalize();
    return 0;
}

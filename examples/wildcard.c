/* A work queue: each worker integrates 4 / (1 + x * x) over its third of 0..1, rank 0 files the
 * thirds as they come in, and all ranks learn the sum, which is pi.
 *
 * The bug: rank 0 takes results from any worker, but files the first to come as that of worker 1,
 * the second as that of worker 2, and so on. If worker 2 is faster than worker 1, the thirds are
 * swapped, and the check fails. wildcard-fixed.c is the same program, corrected.
 */
#include <assert.h>
#include <mpi.h>
#include <stdio.h>

enum { WORKERS = 3, SLICES = 100, RESULT = 5 };

static double integrate(int worker)
{
    double area = 0, width = 1.0 / (WORKERS * SLICES);
    for (int i = (worker - 1) * SLICES; i < worker * SLICES; i++) {
        double x = (i + 0.5) * width;
        area += 4 / (1 + x * x) * width;
    }
    return area;
}

static void collect(double *area)
{
    for (int i = 0; i < WORKERS; i++)
        MPI_Recv(&area[i], 1, MPI_DOUBLE, MPI_ANY_SOURCE, RESULT, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    int rank, size;
    double mine = 0, pi = 0, area[WORKERS];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size != WORKERS + 1) {
        fprintf(stderr, "run this with %d ranks\n", WORKERS + 1);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    if (rank == 0) {
        collect(area);
        assert(area[0] > area[1] && area[1] > area[2]); /* the curve falls from left to right */
    } else {
        mine = integrate(rank);
        MPI_Send(&mine, 1, MPI_DOUBLE, 0, RESULT, MPI_COMM_WORLD);
    }
    MPI_Allreduce(&mine, &pi, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    printf("rank %d: pi is about %.6f\n", rank, pi);
    MPI_Finalize();
    return 0;
}

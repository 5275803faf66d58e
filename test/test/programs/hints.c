/* Many options, and a barrier that only rank 0 reaches, if four of them have the right values: the
 * source shows where. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static double cells[64];

static void relax(int order, int steps, int limiter)
{
    for (int i = 0; i < steps && i < 8; i++) {
        if (order == 1)
            cells[i] += 1;
        else if (order == 2)
            cells[i] += 2;
        else if (order == 4)
            cells[i] += 4;
        else
            cells[i] *= 0.5;
        if (limiter == 3 && cells[i] > 2)
            cells[i] = 2;
        else if (limiter == 5 && cells[i] < 0)
            cells[i] = 0;
    }
}

static void boundary(int kind, int width)
{
    switch (kind) {
    case 1:
        cells[0] = cells[1];
        break;
    case 2:
        cells[0] = -cells[1];
        break;
    case 3:
        cells[0] = 0;
        break;
    case 7:
        cells[0] = cells[63];
        break;
    default:
        break;
    }
    if (width > 4)
        cells[62] = cells[61];
    if (width > 8)
        cells[60] = cells[59];
    if (width == 13)
        cells[58] = 1;
}

static void output(int every, int format, int step, int rank, int width)
{
    if (every <= 0 || step % every != 0)
        return;
    if (format == 1)
        cells[5] += 1;
    else if (format == 2)
        cells[6] += 1;
    else if (format == 9) {
        if (step > 20) {
            cells[7] = 3;
            if (width == 11 && rank == 0)
                MPI_Barrier(MPI_COMM_WORLD);
        } else if (width == 3) {
            cells[8] = 4;
        }
    }
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int order = argc > 1 ? atoi(argv[1]) : 1, steps = argc > 2 ? atoi(argv[2]) : 3;
    int limiter = argc > 3 ? atoi(argv[3]) : 0, kind = argc > 4 ? atoi(argv[4]) : 0;
    int width = argc > 5 ? atoi(argv[5]) : 1, every = argc > 6 ? atoi(argv[6]) : 0;
    int format = argc > 7 ? atoi(argv[7]) : 0;
    if (order < 0 || order > 8 || steps < 0 || steps > 100 || width < 0 || width > 32) {
        MPI_Finalize();
        return 0;
    }
    relax(order, steps, limiter);
    output(every, format, steps, rank, width);
    boundary(kind, width);
    MPI_Finalize();
    return 0;
}

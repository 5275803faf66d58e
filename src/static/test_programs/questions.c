/* Comparisons with a known purpose, and writes that may go elsewhere. */
#include "static/test_programs/probe.h"

/* More fields than the analysis distinguishes in memory without a type. */
struct wide {
    int f0, f1, f2, f3, f4, f5, f6, f7, f8, f9;
    int f10, f11, f12, f13, f14, f15, f16, f17, f18, f19;
    int f20, f21, f22, f23, f24, f25, f26, f27, f28, f29;
    int f30, f31, f32, f33, f34, f35, f36, f37, f38, f39;
    int f40, f41, f42, f43, f44, f45, f46, f47, f48, f49;
    int f50, f51, f52, f53, f54, f55, f56, f57, f58, f59;
    int f60, f61, f62, f63, f64, f65, f66, f67, f68, f69;
    int f70, f71, f72, f73, f74, f75, f76, f77, f78, f79;
    int f80, f81, f82, f83, f84, f85, f86, f87, f88, f89;
    int f90, f91, f92, f93, f94, f95, f96, f97, f98, f99;
    double time;
};

static void measure(struct wide *wide, int rank)
{
    wide->f0 = 1, wide->f1 = 2, wide->f2 = 3, wide->f3 = 4, wide->f4 = 5, wide->f5 = 6;
    wide->f6 = 1, wide->f7 = 1, wide->f8 = 1, wide->f9 = 1, wide->f10 = 1;
    wide->f11 = 1, wide->f12 = 1, wide->f13 = 1, wide->f14 = 1, wide->f15 = 1;
    wide->f16 = 1, wide->f17 = 1, wide->f18 = 1, wide->f19 = 1, wide->f20 = 1;
    wide->f21 = 1, wide->f22 = 1, wide->f23 = 1, wide->f24 = 1, wide->f25 = 1;
    wide->f26 = 1, wide->f27 = 1, wide->f28 = 1, wide->f29 = 1, wide->f30 = 1;
    wide->f31 = 1, wide->f32 = 1, wide->f33 = 1, wide->f34 = 1, wide->f35 = 1;
    wide->f36 = 1, wide->f37 = 1, wide->f38 = 1, wide->f39 = 1, wide->f40 = 1;
    wide->f41 = 1, wide->f42 = 1, wide->f43 = 1, wide->f44 = 1, wide->f45 = 1;
    wide->f46 = 1, wide->f47 = 1, wide->f48 = 1, wide->f49 = 1, wide->f50 = 1;
    wide->f51 = 1, wide->f52 = 1, wide->f53 = 1, wide->f54 = 1, wide->f55 = 1;
    wide->f56 = 1, wide->f57 = 1, wide->f58 = 1, wide->f59 = 1, wide->f60 = 1;
    wide->f61 = 1, wide->f62 = 1, wide->f63 = 1, wide->f64 = 1, wide->f65 = 1;
    wide->f66 = 1, wide->f67 = 1, wide->f68 = 1, wide->f69 = 1, wide->f70 = 1;
    wide->f71 = 1, wide->f72 = 1, wide->f73 = 1, wide->f74 = 1, wide->f75 = 1;
    wide->f76 = 1, wide->f77 = 1, wide->f78 = 1, wide->f79 = 1, wide->f80 = 1;
    wide->f81 = 1, wide->f82 = 1, wide->f83 = 1, wide->f84 = 1, wide->f85 = 1;
    wide->f86 = 1, wide->f87 = 1, wide->f88 = 1, wide->f89 = 1, wide->f90 = 1;
    wide->f91 = 1, wide->f92 = 1, wide->f93 = 1, wide->f94 = 1, wide->f95 = 1;
    wide->f96 = 1, wide->f97 = 1, wide->f98 = 1;
    wide->f99 = rank;
    if (rank == 0)
        wide->time = MPI_Wtime();
}

static MPI_Comm rows;

static void ask_grid(int *column, int *columns)
{
    if (rows == MPI_COMM_NULL) {
        *column = *columns = -1;
    } else {
        MPI_Comm_rank(rows, column);
        MPI_Comm_size(rows, columns);
    }
}

static int state, level;

static void by_rank(void)
{
    MPI_Comm_rank(MPI_COMM_WORLD, &state);
    level = state > 2 ? 5 : 6;
}

static void by_nobody(void)
{
}

static void (*const table[])(void) = {by_rank, by_nobody};

int main(int argc, char **argv)
{
    int rank, column, columns;
    struct wide wide;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    measure(&wide, rank);
    same(wide.f3);
    same(wide.f70);
    differs(wide.f99);
    differs(wide.time > 2.5);

    /* An earlier time differs between ranks; whether there is a clock does not. */
    double now = MPI_Wtime();
    differs(now < 10.0);
    unsure(now == -1.0);
    unsure(now != 0.0);
    differs(now == (double)rank);

    /* All processes in the grid have ranks below its size. */
    MPI_Comm_split(MPI_COMM_WORLD, rank % 3 == 0 ? MPI_UNDEFINED : rank % 3, rank, &rows);
    ask_grid(&column, &columns);
    unsure_in(rows, column >= columns);
    differs_in(rows, column == columns - 1);
    differs_in(rows, column < columns / 2);

    /* The call may be of another function. */
    state = level = 0;
    table[argc % 2]();
    differs(state);
    unsure(level);
    MPI_Finalize();
    return 0;
}

/* What a call costs under `tutti guard`, side by side in one run: the library's own function, the
 * same behind a broadcast that tells all ranks whether the root saw a problem (the scheme of the
 * paper), and the guarded one. guard FUNCTION BYTES CALLS ROUNDS prints the median of the slowest
 * rank's microseconds for each, and the medians of the ratios to the first, round by round. */
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LIBRARY, PAPER, GUARDED, WAYS, MOST = 64 };

static int rank, size, block;
static int counts[MOST], displs[MOST];
static char *mine, *all;
static volatile int found;
static __typeof__(&MPI_Gatherv) gatherv;
static __typeof__(&MPI_Allgatherv) allgatherv;
static __typeof__(&MPI_Allgather) allgather;
static __typeof__(&MPI_Scatter) scatter;
static __typeof__(&MPI_Gather) gather;
static __typeof__(&MPI_Bcast) bcast;
static __typeof__(&MPI_Ibcast) ibcast;
static __typeof__(&MPI_Wait) await;
static __typeof__(&MPI_Allreduce) allreduce;
static __typeof__(&MPI_Barrier) barrier;

/* The function of the library itself, whatever is loaded before it. */
static void *own(const char *name)
{
    static void *library;
    if (!library)
        library = dlopen(MPI_LIBRARY, RTLD_NOLOAD | RTLD_LAZY);
    void *function = library ? dlsym(library, name) : NULL;
    if (!function) {
        fprintf(stderr, "no %s in " MPI_LIBRARY "\n", name);
        exit(3);
    }
    return function;
}

static void ask(void)
{
    int problem = 0;
    for (int i = 0; rank == 0 && i < size; i++)
        problem |= displs[i] < 0;
    bcast(&problem, 1, MPI_INT, 0, MPI_COMM_WORLD);
    found = problem;
}

static void call(const char *name, int way)
{
    MPI_Request request;
    if (way == PAPER)
        ask();
    if (strcmp(name, "Gatherv") == 0)
        (way == GUARDED ? MPI_Gatherv : gatherv)(mine, block, MPI_CHAR, all, counts, displs,
                                                 MPI_CHAR, 0, MPI_COMM_WORLD);
    else if (strcmp(name, "Allgatherv") == 0)
        (way == GUARDED ? MPI_Allgatherv : allgatherv)(mine, block, MPI_CHAR, all, counts, displs,
                                                       MPI_CHAR, MPI_COMM_WORLD);
    else if (strcmp(name, "Allgather") == 0)
        (way == GUARDED ? MPI_Allgather : allgather)(mine, block, MPI_CHAR, all, block, MPI_CHAR,
                                                     MPI_COMM_WORLD);
    else if (strcmp(name, "Scatter") == 0)
        (way == GUARDED ? MPI_Scatter : scatter)(all, block, MPI_CHAR, mine, block, MPI_CHAR, 0,
                                                 MPI_COMM_WORLD);
    else if (strcmp(name, "Gather") == 0)
        (way == GUARDED ? MPI_Gather : gather)(mine, block, MPI_CHAR, all, block, MPI_CHAR, 0,
                                               MPI_COMM_WORLD);
    else {
        (way == GUARDED ? MPI_Ibcast : ibcast)(all, block, MPI_CHAR, 0, MPI_COMM_WORLD, &request);
        (way == GUARDED ? MPI_Wait : await)(&request, MPI_STATUS_IGNORE);
    }
}

static int compare(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static double median(const double *values, int count)
{
    double *sorted = malloc((size_t)count * sizeof *sorted);
    memcpy(sorted, values, (size_t)count * sizeof *sorted);
    qsort(sorted, (size_t)count, sizeof *sorted, compare);
    double middle = sorted[count / 2];
    free(sorted);
    return middle;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    if (argc != 5)
        return 2;
    const char *name = argv[1];
    int calls = atoi(argv[3]), rounds = atoi(argv[4]);
    block = atoi(argv[2]);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    gatherv = own("PMPI_Gatherv");
    allgatherv = own("PMPI_Allgatherv");
    allgather = own("PMPI_Allgather");
    scatter = own("PMPI_Scatter");
    gather = own("PMPI_Gather");
    bcast = own("PMPI_Bcast");
    ibcast = own("PMPI_Ibcast");
    await = own("PMPI_Wait");
    allreduce = own("PMPI_Allreduce");
    barrier = own("PMPI_Barrier");
    mine = calloc(1, (size_t)block);
    all = calloc((size_t)size, (size_t)block);
    for (int i = 0; i < size; i++) {
        counts[i] = block;
        displs[i] = i * block;
    }
    double *times[WAYS], *ratios[WAYS];
    for (int way = 0; way < WAYS; way++) {
        times[way] = calloc((size_t)rounds, sizeof(double));
        ratios[way] = calloc((size_t)rounds, sizeof(double));
    }
    for (int round = -2; round < rounds; round++)
        for (int turn = 0; turn < WAYS; turn++) {
            int way = (turn + round + 3) % WAYS;
            barrier(MPI_COMM_WORLD);
            double start = MPI_Wtime(), slowest;
            for (int i = 0; i < calls; i++)
                call(name, way);
            double seconds = (MPI_Wtime() - start) / calls;
            allreduce(&seconds, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
            if (round >= 0)
                times[way][round] = slowest * 1e6;
        }
    for (int way = 0; way < WAYS; way++)
        for (int round = 0; round < rounds; round++)
            ratios[way][round] = times[way][round] / times[LIBRARY][round];
    if (rank == 0)
        printf("%.2f %.2f %.2f %.3f %.3f\n", median(times[LIBRARY], rounds),
               median(times[PAPER], rounds), median(times[GUARDED], rounds),
               median(ratios[PAPER], rounds), median(ratios[GUARDED], rounds));
    MPI_Finalize();
    return 0;
}

/* awkward.c: programs whose healthy runs look like hangs: awkward KIND SECONDS.
 *   checkpoint  now and then rank 0 alone packs and writes a file, all others wait
 *   master      rank 0 gives out tasks, some of which take a hundred times longer than most
 *   polling     no call ever waits: requests are tested, messages asked for
 *   phases      seconds of computing without a call, then a moment of messages
 *   imbalance   one rank after another has much more to do than the rest
 *   threads     MPI_THREAD_MULTIPLE: two threads of each rank send and receive, one reduces
 * How long something takes is given by the clock, so that runs are alike on busy machines. */
#include <mpi.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CELLS = 4096, HALO = 512, TAG_LEFT = 1, TAG_RIGHT, TAG_TASK, TAG_DONE, TAG_NOTE };

static int rank, size, left, right;
static double begin, length;

static double elapsed(void)
{
    return MPI_Wtime() - begin;
}

/* Rank 0 decides whether it is over: clocks differ. */
static bool goes_on(void)
{
    int on = elapsed() < length;
    MPI_Bcast(&on, 1, MPI_INT, 0, MPI_COMM_WORLD);
    return on;
}

static double compute(double seconds)
{
    volatile double value = 1;
    for (double end = MPI_Wtime() + seconds; MPI_Wtime() < end;)
        for (int i = 0; i < 10000; i++)
            value = value * 0.999 + 0.001;
    return value;
}

/* The same numbers in each run. */
static double uniform(void)
{
    static uint64_t state = 88172645463325252U;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (double)(state >> 11) / 9007199254740992.;
}

/* A step of a stencil in one dimension. */
static void exchange(double *cells)
{
    MPI_Request requests[4];
    MPI_Status statuses[4];
    MPI_Irecv(cells, HALO, MPI_DOUBLE, left, TAG_RIGHT, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(cells + CELLS - HALO, HALO, MPI_DOUBLE, right, TAG_LEFT, MPI_COMM_WORLD,
              &requests[1]);
    MPI_Isend(cells + HALO, HALO, MPI_DOUBLE, left, TAG_LEFT, MPI_COMM_WORLD, &requests[2]);
    MPI_Isend(cells + CELLS - 2 * HALO, HALO, MPI_DOUBLE, right, TAG_RIGHT, MPI_COMM_WORLD,
              &requests[3]);
    MPI_Waitall(4, requests, statuses);
}

static void step(double *cells, double seconds)
{
    double norm = 0, sum;
    exchange(cells);
    norm += compute(seconds);
    MPI_Allreduce(&norm, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

/* Two seconds, half of them for packing. */
static void write_checkpoint(const double *all)
{
    FILE *file = tmpfile();
    compute(1);
    for (double end = MPI_Wtime() + 1; file && MPI_Wtime() < end;) {
        rewind(file);
        fwrite(all, sizeof *all, (size_t)CELLS * (size_t)size, file);
        fflush(file);
        fsync(fileno(file));
    }
    if (file)
        fclose(file);
}

static void checkpoint(void)
{
    double *cells = calloc(CELLS, sizeof *cells);
    double *all = calloc((size_t)CELLS * (size_t)size, sizeof *all), next = 6;
    while (goes_on()) {
        int due = elapsed() > next;
        step(cells, 0.01);
        MPI_Bcast(&due, 1, MPI_INT, 0, MPI_COMM_WORLD);
        if (!due)
            continue;
        next += 8;
        MPI_Gather(cells, CELLS, MPI_DOUBLE, all, CELLS, MPI_DOUBLE, 0, MPI_COMM_WORLD);
        if (rank == 0)
            write_checkpoint(all);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    free(cells);
    free(all);
}

/* A task is how long it takes; a negative one is the end. */
static double next_task(void)
{
    double luck = uniform();
    return elapsed() > length ? -1 : luck < 0.02 ? 2 + luck * 50 : 0.005 + luck * 0.04;
}

static void master(void)
{
    double task, result = 0;
    if (rank == 0) {
        for (int working = size - 1; working > 0;) {
            MPI_Status status;
            MPI_Recv(&result, 1, MPI_DOUBLE, MPI_ANY_SOURCE, TAG_DONE, MPI_COMM_WORLD, &status);
            task = next_task();
            working -= task < 0;
            MPI_Send(&task, 1, MPI_DOUBLE, status.MPI_SOURCE, TAG_TASK, MPI_COMM_WORLD);
        }
        return;
    }
    for (;;) {
        MPI_Send(&result, 1, MPI_DOUBLE, 0, TAG_DONE, MPI_COMM_WORLD);
        MPI_Recv(&task, 1, MPI_DOUBLE, 0, TAG_TASK, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (task < 0)
            return;
        result = compute(task);
    }
}

/* Looks for a message that may come from anybody, and takes it. */
static void take_note(void)
{
    int there, note;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, TAG_NOTE, MPI_COMM_WORLD, &there, &status);
    if (there)
        MPI_Recv(&note, 1, MPI_INT, status.MPI_SOURCE, TAG_NOTE, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void wait_by_asking(int count, MPI_Request *requests)
{
    MPI_Status statuses[2];
    for (int done = 0; !done;) {
        MPI_Testall(count, requests, &done, statuses);
        take_note();
        if (!done)
            usleep(200);
    }
}

/* A round of a ring; what goes round says how many rounds are left. */
static void polling(void)
{
    int out = 0, in = 0;
    for (int round = 0; in >= 0; round++) {
        MPI_Request requests[2];
        out = rank > 0 ? in : elapsed() > length ? -1 : round;
        MPI_Irecv(&in, 1, MPI_INT, left, TAG_RIGHT, MPI_COMM_WORLD, &requests[0]);
        if (rank == 0)
            MPI_Isend(&out, 1, MPI_INT, right, TAG_RIGHT, MPI_COMM_WORLD, &requests[1]);
        wait_by_asking(rank == 0 ? 2 : 1, requests);
        if (rank > 0) {
            MPI_Isend(&in, 1, MPI_INT, right, TAG_RIGHT, MPI_COMM_WORLD, &requests[1]);
            wait_by_asking(1, &requests[1]);
        }
        if (round % 10 == rank % 10 && in >= 0)
            MPI_Send(&round, 1, MPI_INT, left, TAG_NOTE, MPI_COMM_WORLD);
        compute(round % 50 == 49 ? 0.5 : 0.005);
    }
}

static void phases(void)
{
    double *cells = calloc(CELLS, sizeof *cells);
    while (goes_on()) {
        compute(4 + 2 * uniform());
        for (int i = 0; i < 20; i++)
            step(cells, 0.005);
    }
    free(cells);
}

static void imbalance(void)
{
    double *cells = calloc(CELLS, sizeof *cells);
    for (int round = 0; goes_on(); round++) {
        double work = 0.02;
        if (round % 20 / 4 == 0 && round / 20 % size == rank)
            work = 0.5 + 0.1 * (round / 20 % 10);
        step(cells, work);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    free(cells);
}

struct worker {
    MPI_Comm comm;
    int number;
};

/* Each thread has its own communicator, and ends when rank 0 says so. */
static void *run_ring(void *argument)
{
    const struct worker *worker = argument;
    for (int on = 1; on;) {
        int mine = rank == 0 ? elapsed() < length : on, from = 0;
        MPI_Sendrecv(&mine, 1, MPI_INT, right, TAG_RIGHT, &from, 1, MPI_INT, left, TAG_RIGHT,
                     worker->comm, MPI_STATUS_IGNORE);
        compute(0.01 * (1 + worker->number));
        MPI_Allreduce(&mine, &on, 1, MPI_INT, MPI_MIN, worker->comm);
    }
    return NULL;
}

static void threads(void)
{
    struct worker workers[2];
    pthread_t other;
    for (int i = 0; i < 2; i++) {
        workers[i].number = i;
        MPI_Comm_dup(MPI_COMM_WORLD, &workers[i].comm);
    }
    pthread_create(&other, NULL, run_ring, &workers[1]);
    run_ring(&workers[0]);
    pthread_join(other, NULL);
    MPI_Comm_free(&workers[0].comm);
    MPI_Comm_free(&workers[1].comm);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } kinds[] = {{"checkpoint", checkpoint}, {"master", master},       {"polling", polling},
                 {"phases", phases},         {"imbalance", imbalance}, {"threads", threads}};
    void (*run)(void) = NULL;
    int level;
    for (size_t i = 0; argc == 3 && i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(argv[1], kinds[i].name) == 0)
            run = kinds[i].run;
    if (!run) {
        fprintf(stderr,
                "usage: awkward checkpoint|master|polling|phases|imbalance|threads SECONDS\n");
        return 2;
    }
    MPI_Init_thread(&argc, &argv, run == threads ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    left = (rank + size - 1) % size;
    right = (rank + 1) % size;
    length = strtod(argv[2], NULL);
    begin = MPI_Wtime();
    if (run == threads && level < MPI_THREAD_MULTIPLE) {
        fprintf(stderr, "this MPI has no MPI_THREAD_MULTIPLE\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    run();
    MPI_Finalize();
    return 0;
}

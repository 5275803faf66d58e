/* What `tutti run` is measured with: bench/world.sh. Prints one number for each thing that the
 * first argument names; the clock is the system's, since MPI_Wtime is the world's. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BATCH = 100, ROUNDS = 200, LARGE = 16 << 20, MESSAGES = 40 };

static int rank, size;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static int compare(const void *one, const void *other)
{
    double difference = *(const double *)one - *(const double *)other;
    return (difference > 0) - (difference < 0);
}

static double median(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, compare);
    return values[count / 2];
}

/* Microseconds of an Isend of 8 bytes on rank 0, and of an Irecv on rank 1. */
static void post(void)
{
    static MPI_Request requests[BATCH];
    static double data[BATCH], times[ROUNDS];
    MPI_Status statuses[BATCH];
    for (int round = 0; round < ROUNDS; round++) {
        double start = now();
        for (int i = 0; i < BATCH; i++)
            if (rank == 0)
                MPI_Isend(&data[i], 1, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, &requests[i]);
            else
                MPI_Irecv(&data[i], 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, &requests[i]);
        times[round] = (now() - start) / BATCH;
        MPI_Waitall(BATCH, requests, statuses);
    }
    printf("%s %.3f\n", rank == 0 ? "isend" : "irecv", median(times, ROUNDS) * 1e6);
}

/* Microseconds to and fro. */
static void pingpong(void)
{
    enum { TIMES = 2000 };
    static double times[TIMES];
    double value = 0;
    for (int i = 0; i < TIMES; i++) {
        double start = now();
        if (rank == 0)
            MPI_Send(&value, 1, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
        MPI_Recv(&value, 1, MPI_DOUBLE, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (rank == 1)
            MPI_Send(&value, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
        times[i] = now() - start;
    }
    if (rank == 0)
        printf("pingpong %.3f\n", median(times, TIMES) * 1e6);
}

/* Milliseconds of 16 MiB one way, and of a memcpy of the same in the same process between. */
static void large(void)
{
    double messages[MESSAGES], copies[MESSAGES];
    char *data = malloc(LARGE), *copy = malloc(LARGE);
    memset(data, 1, LARGE);
    memset(copy, 1, LARGE);
    for (int i = 0; i < MESSAGES; i++) {
        double start = now();
        if (rank == 0)
            MPI_Send(data, LARGE, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
        MPI_Recv(data, LARGE, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (rank == 1)
            MPI_Send(data, LARGE, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
        messages[i] = (now() - start) / 2;
        start = now();
        if (rank == 0)
            memcpy(copy, data, LARGE);
        copies[i] = now() - start;
    }
    if (rank == 0)
        printf("first %.3f\nlarge %.3f\ncopy %.3f\n", messages[0] * 1e3,
               median(messages, MESSAGES) * 1e3, median(copies, MESSAGES) * 1e3);
    free(data);
    free(copy);
}

/* Microseconds of a barrier. */
static void barrier(void)
{
    static double times[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
        double start = now();
        MPI_Barrier(MPI_COMM_WORLD);
        times[round] = now() - start;
    }
    if (rank == 0)
        printf("barrier %.3f\n", median(times, ROUNDS) * 1e6);
}

/* Seconds of arithmetic, with a collective now and then. */
static void compute(void)
{
    double start = now(), sum = 0, total = 0;
    for (int step = 0; step < 50; step++) {
        for (int i = 1; i < 3000000; i++)
            sum += 1.0 / (i + step);
        MPI_Allreduce(&sum, &total, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    if (rank == 0)
        printf("compute %.4f\n", now() - start + (total < 0));
}

/* MiB of anonymous and shared memory of this process, shared pages divided by those who have them.
 */
static void memory(void)
{
    char line[256];
    double kilobytes, sum = 0;
    int value = rank, got;
    for (int i = 0; i < ROUNDS; i++)
        MPI_Sendrecv(&value, 1, MPI_INT, (rank + 1) % size, 0, &got, 1, MPI_INT,
                     (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    FILE *file = fopen("/proc/self/smaps_rollup", "r");
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "Pss_Anon: %lf", &kilobytes) == 1 ||
            sscanf(line, "Pss_Shmem: %lf", &kilobytes) == 1)
            sum += kilobytes;
    if (file)
        fclose(file);
    if (rank == size - 1)
        printf("memory %.3f\n", sum / 1024);
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*measure)(void);
    } things[] = {{"post", post},       {"pingpong", pingpong}, {"large", large},
                  {"barrier", barrier}, {"compute", compute},   {"memory", memory}};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (size_t i = 0; i < sizeof things / sizeof *things; i++)
        if (argc > 1 && strcmp(argv[1], things[i].name) == 0)
            things[i].measure();
    MPI_Finalize();
    return 0;
}

/* Programs whose results depend on the order of messages, or do not: results WHAT. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static int rank, size;
static const char *what;

static int is(const char *name)
{
    return strcmp(what, name) == 0;
}

static long now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_nsec;
}

/* The senders in the order in which their messages were taken, as digits. */
static int take_all(int tag)
{
    MPI_Comm world = MPI_COMM_WORLD;
    int any = MPI_ANY_SOURCE, order = 0, value;
    for (int i = 1; i < size; i++) {
        if (tag == 0)
            MPI_Recv(&value, 1, MPI_INT, any, 0, world, MPI_STATUS_IGNORE); /* first */
        else
            MPI_Recv(&value, 1, MPI_INT, any, 1, world, MPI_STATUS_IGNORE); /* second */
        order = order * 10 + value;
    }
    return order;
}

static int probe_all(void)
{
    int order = 0, value;
    MPI_Status status;
    for (int i = 1; i < size; i++) {
        MPI_Probe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status); /* probe */
        MPI_Recv(&value, 1, MPI_INT, status.MPI_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        order = order * 10 + value;
    }
    return order;
}

static int digits(int order)
{
    return order ? order % 10 + digits(order / 10) : 0;
}

/* Returns the exit status. */
static int lead(double start)
{
    int first = is("probe") ? probe_all() : take_all(0), second = take_all(1);
    int value = is("send") || is("collective") ? first : digits(first);
    if (is("sum"))
        printf("%d %d\n", digits(first), digits(second));
    if (is("print") || is("probe"))
        printf("%d\n", first);
    if (is("print-second"))
        printf("%d\n", second);
    if (is("print-both"))
        printf("%d %d\n", first, second);
    if (is("errors"))
        fprintf(stderr, "%d\n", first);
    if (is("wtime"))
        printf("%.9f\n", MPI_Wtime() - start);
    if (is("clock") || is("clock-status"))
        printf("%ld\n", now());
    MPI_Send(&value, 1, MPI_INT, 1, 2, MPI_COMM_WORLD);
    MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    return (is("status") || is("clock-status")) && first == 21 ? 3 : 0;
}

static void follow(void)
{
    int value;
    MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Send(&rank, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
    if (rank == 1)
        MPI_Recv(&value, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
}

/* Two findings at the same MPI_Finalize. */
static void leak(void)
{
    static int value;
    MPI_Request request;
    MPI_Recv_init(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, &request);
    MPI_Send_init(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, &request);
}

int main(int argc, char **argv)
{
    int status = 0;
    what = argc > 1 ? argv[1] : "";
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (is("leaks"))
        leak();
    if (rank == 0)
        status = lead(MPI_Wtime());
    else
        follow();
    MPI_Finalize();
    return status;
}

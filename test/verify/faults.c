/* Programs that fail in some schedules, or whose search is disturbed: faults WHAT. */
#include <assert.h>
#include <fcntl.h>
#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int rank, size, journal = -1;
static char order[64]; /* of the senders that rank 0 has taken from */

static void give(int to)
{
    MPI_Send(&rank, 1, MPI_INT, to, 0, MPI_COMM_WORLD); /* send */
}

static int take(int from)
{
    int value;
    MPI_Recv(&value, 1, MPI_INT, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* take */
    return value;
}

/* Rank 0 takes k messages of each of the others, in any order, and keeps it. */
static void take_all(int k)
{
    for (int i = 0; rank > 0 && i < k; i++)
        give(0);
    for (int i = 0; rank == 0 && i < (size - 1) * k; i++)
        order[i] = (char)('0' + take(MPI_ANY_SOURCE));
}

/* Each execution leaves its order in a file, and takes a moment. Some fail, in one of two ways. */
/* As long as there is a gate, no execution ends once the journal has so many bytes. */
static void wait_at_gate(int bytes)
{
    char gate[4096];
    struct stat so_far;
    snprintf(gate, sizeof gate, "%s.gate", getenv("EXECUTIONS"));
    while (access(gate, F_OK) == 0 && fstat(journal, &so_far) == 0 && so_far.st_size >= bytes)
        usleep(1000);
}

static void search(int microseconds)
{
    char line[80];
    take_all(2);
    if (rank > 0)
        return;
    int length = snprintf(line, sizeof line, "%s\n", order);
    if (write(journal, line, (size_t)length) != length)
        abort();
    wait_at_gate(30 * length);
    usleep((useconds_t)microseconds);
    assert(strcmp(order, "332211") != 0); /* assert */
    if (strncmp(order, "23", 2) == 0)
        give(0); /* again */
}

/* Any sender first but rank 2 is well; 3 before 2 is not. */
static void crash_once(void)
{
    take_all(1);
    if (order[0] == '2')
        raise(SIGSEGV);                /* crash */
    assert(strcmp(order, "321") != 0); /* second */
}

static void abort_once(void)
{
    take_all(1);
    if (order[0] == '2')
        abort(); /* first abort */
    if (strcmp(order, "321") == 0)
        abort(); /* second abort */
}

static void loop_once(void)
{
    take_all(1);
    for (volatile int always = 1; order[0] == '2' && always;) /* loop */
        ;
    MPI_Barrier(MPI_COMM_WORLD);
}

static void serve(void)
{
    for (;;)
        if (rank > 0) {
            give(0);
            take(0);
        } else {
            give(take(MPI_ANY_SOURCE));
        }
}

static void close_port(void)
{
    MPI_Close_port("none"); /* port */
}

/* Each execution reads the same. */
static void read_input(void)
{
    int value = -1;
    if (rank == 0 && scanf("%d", &value) != 1)
        value = 0;
    take_all(1);
    assert(rank > 0 || value == 42); /* input */
}

static void *idle(void *nothing)
{
    pause();
    return nothing;
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    pthread_t thread;
    journal = open(getenv("EXECUTIONS"), O_WRONLY | O_CREAT | O_APPEND, 0666);
    if (strcmp(what, "leave") == 0)
        return 5;
    if (strcmp(what, "threads") == 0)
        pthread_create(&thread, NULL, idle, NULL);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (strcmp(what, "search") == 0)
        search(argc > 2 ? atoi(argv[2]) : 0);
    else if (strcmp(what, "crash") == 0)
        crash_once();
    else if (strcmp(what, "aborts") == 0)
        abort_once();
    else if (strcmp(what, "port") == 0)
        close_port();
    else if (strcmp(what, "input") == 0)
        read_input();
    else if (strcmp(what, "loop") == 0)
        loop_once();
    else if (strcmp(what, "serve") == 0)
        serve();
    else
        take_all(argc > 2 ? atoi(argv[2]) : 1);
    MPI_Finalize();
    return 0;
}

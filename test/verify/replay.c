/* Programs that go wrong in some schedules: replay WHAT. */
#include <assert.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, size;

static void give(int to, int tag)
{
    MPI_Send(&rank, 1, MPI_INT, to, tag, MPI_COMM_WORLD);
}

static int take(int from, int tag)
{
    int value;
    MPI_Recv(&value, 1, MPI_INT, from, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return value;
}

/* The master expects the second message from rank 2. */
static void deadlock(void)
{
    if (rank > 0) {
        give(0, 0);
    } else {
        take(MPI_ANY_SOURCE, 0);
        take(2, 0);
    }
}

static void wrong_order(void (*fail)(int))
{
    if (rank > 0)
        give(0, 0);
    for (int i = 1; rank == 0 && i < size; i++)
        fail(i * 10 + take(MPI_ANY_SOURCE, 0));
}

static void check(int order)
{
    assert(order != 12); /* assert */
}

static void crash(int order)
{
    if (order == 22)
        raise(SIGSEGV); /* crash */
}

static void print(int order)
{
    printf("%d\n", order);
}

/* The root sends after a broadcast what rank 1 receives before it, if the master has taken from
 * rank 2 first: the root may have to wait for rank 1. */
static void waits(void)
{
    int first = 0, value = 0;
    if (rank > 0)
        give(0, 0);
    else
        first = take(MPI_ANY_SOURCE, 0), take(MPI_ANY_SOURCE, 0);
    MPI_Bcast(&first, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank == 1 && first == 2)
        take(0, 1);
    MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank == 1 && first != 2)
        take(0, 1);
    if (rank == 0)
        give(1, 1);
}

/* The ranks send to each other first, if the master has taken from rank 2 first. */
static void exchange(void)
{
    int first = 0;
    if (rank > 0)
        give(0, 0);
    else
        first = take(MPI_ANY_SOURCE, 0), take(MPI_ANY_SOURCE, 0);
    MPI_Bcast(&first, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank > 1)
        return;
    if (rank == 0 || first == 2)
        give(1 - rank, 1);
    take(1 - rank, 1);
    if (rank == 1 && first != 2)
        give(1 - rank, 1);
}

/* Choices that do not matter, and in the midst one that does; or also the first. */
static void needle(int early)
{
    enum { ROUNDS = 6, WRONG = 2 };
    for (int i = 0; i < ROUNDS; i++) {
        if (rank > 0)
            give(0, i);
        for (int j = 1; rank == 0 && j < size; j++) {
            int value = take(MPI_ANY_SOURCE, i);
            int wrong = i == WRONG || (early && i == 0);
            assert(!wrong || j != 1 || value != 2); /* needle */
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

/* Fails when the second poll finds nothing, and not before. */
static void poll(void)
{
    MPI_Request request;
    int value, flag = 0, polls = 0;
    if (rank == 1)
        give(0, 0);
    if (rank != 0)
        return;
    MPI_Irecv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    for (; !flag; polls++)
        MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    assert(polls < 3); /* poll */
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (strcmp(what, "deadlock") == 0)
        deadlock();
    else if (strcmp(what, "assert") == 0)
        wrong_order(check);
    else if (strcmp(what, "crash") == 0)
        wrong_order(crash);
    else if (strcmp(what, "print") == 0)
        wrong_order(print);
    else if (strcmp(what, "exchange") == 0)
        exchange();
    else if (strcmp(what, "waits") == 0)
        waits();
    else if (strcmp(what, "needle") == 0)
        needle(0);
    else if (strcmp(what, "early") == 0)
        needle(1);
    else if (strcmp(what, "poll") == 0)
        poll();
    MPI_Finalize();
    return 0;
}

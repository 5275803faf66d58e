/* Programs whose numbers of complete match relations are known: counts WHAT [K]. */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

static int rank, size;

static void give(int to)
{
    MPI_Send(&rank, 1, MPI_INT, to, 0, MPI_COMM_WORLD);
}

static int take(int from)
{
    int value;
    MPI_Recv(&value, 1, MPI_INT, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return value;
}

/* (W*K)! / (K!)^W orders of the messages of W workers, each in its own order. */
static void master(int k)
{
    for (int i = 0; rank > 0 && i < k; i++)
        give(0);
    for (int i = 0; rank == 0 && i < (size - 1) * k; i++)
        take(MPI_ANY_SOURCE);
}

/* All orders of the messages, but one after another is there: each worker has heard of the one
 * before it. */
static void chain(void)
{
    for (int i = 0; i < (rank == 0 ? size - 1 : rank > 1); i++)
        take(MPI_ANY_SOURCE);
    if (rank > 0 && rank < size - 1)
        give(rank + 1);
    if (rank > 0)
        give(0);
}

/* Two that have nothing to do with each other: the orders multiply, not their interleavings. */
static void masters(int k)
{
    int group = rank / 3 * 3;
    for (int i = 0; rank != group && i < k; i++)
        give(group);
    for (int i = 0; rank == group && i < 2 * k; i++)
        take(MPI_ANY_SOURCE);
}

/* Figure 1 of the paper; the second message is received, too, and either may come first. */
static void figure1(void)
{
    if (rank != 1)
        give(1);
    else
        assert(take(MPI_ANY_SOURCE) + take(MPI_ANY_SOURCE) == 2);
}

/* Figure 2: a send behind the barrier can be received by what is posted before it. */
static void figure2(void)
{
    MPI_Request request;
    int value;
    if (rank == 0)
        MPI_Isend(&rank, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    if (rank == 1)
        MPI_Irecv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &request);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 2)
        MPI_Isend(&rank, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (rank == 1)
        take(2 - value);
}

/* Figure 3, P1 to P3 as ranks 0 to 2; `second`: whom the second receive is from. */
static void figure3(int second)
{
    MPI_Request requests[2];
    int values[2];
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        MPI_Irecv(&values[0], 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &requests[0]);
    if (rank == 2)
        MPI_Isend(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        MPI_Irecv(&values[1], 1, MPI_INT, second, 0, MPI_COMM_WORLD, &requests[1]);
    if (rank == 1)
        MPI_Isend(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Waitall(rank == 0 ? 2 : 1, requests, MPI_STATUSES_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
}

/* No choice at all, with many messages and collectives. */
static void ring(int rounds)
{
    MPI_Request request;
    for (int i = 0; i < rounds; i++) {
        int value, sum;
        MPI_Irecv(&value, 1, MPI_INT, (rank + size - 1) % size, i, MPI_COMM_WORLD, &request);
        MPI_Send(&rank, 1, MPI_INT, (rank + 1) % size, i, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        assert(sum == size * (size - 1) / 2);
    }
}

/* One race, then a collective that is one event, not messages. */
static void allgather(void)
{
    int values[16];
    if (rank == 0)
        assert(take(MPI_ANY_SOURCE) + take(MPI_ANY_SOURCE) == 3);
    else if (rank <= 2)
        give(0);
    MPI_Allgather(&rank, 1, MPI_INT, values, 1, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < size; i++)
        assert(values[i] == i);
}

/* Rank 0 has a receive from each of the others. `poll` asks until all are complete. */
static void receives(const char *call)
{
    MPI_Request requests[16];
    int values[16], places[16], left = size - 1, count, flag;
    if (rank > 0) {
        give(0);
        return;
    }
    for (int i = 1; i < size; i++)
        MPI_Irecv(&values[i], 1, MPI_INT, i, 0, MPI_COMM_WORLD, &requests[i - 1]);
    while (left > 0) {
        count = 1;
        if (strcmp(call, "waitany") == 0)
            MPI_Waitany(size - 1, requests, places, MPI_STATUS_IGNORE);
        else if (strcmp(call, "waitsome") == 0)
            MPI_Waitsome(size - 1, requests, &count, places, MPI_STATUSES_IGNORE);
        else if (strcmp(call, "testsome") == 0)
            MPI_Testsome(size - 1, requests, &count, places, MPI_STATUSES_IGNORE);
        else if (strcmp(call, "testany") == 0)
            MPI_Testany(size - 1, requests, places, &count, MPI_STATUS_IGNORE);
        else if (strcmp(call, "testall") == 0)
            MPI_Testall(size - 1, requests, &flag, MPI_STATUSES_IGNORE), count = flag ? left : 0;
        else if (strcmp(call, "test") == 0)
            MPI_Test(&requests[size - 1 - left], &count, MPI_STATUS_IGNORE);
        else
            abort();
        left -= count;
    }
    for (int i = 1; i < size; i++)
        assert(values[i] == i);
}

/* The second request cannot be complete before the first. */
static void waitany_in_order(void)
{
    MPI_Request requests[2];
    int values[2], place;
    if (rank == 2)
        take(0);
    if (rank > 0) {
        give(0);
        return;
    }
    for (int i = 0; i < 2; i++)
        MPI_Irecv(&values[i], 1, MPI_INT, i + 1, 0, MPI_COMM_WORLD, &requests[i]);
    MPI_Waitany(2, requests, &place, MPI_STATUS_IGNORE);
    assert(place == 0);
    give(2);
    MPI_Waitany(2, requests, &place, MPI_STATUS_IGNORE);
    assert(place == 1);
}

/* One question, and then the wait; `early`: it comes before the message can be there. */
static void test_once(int early)
{
    MPI_Request request;
    int value, flag;
    if (rank == 1) {
        if (early)
            take(0);
        give(0);
        return;
    }
    MPI_Irecv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    assert(!early || !flag);
    if (early)
        give(1);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

/* Asks until there is a message, and receives it, for each of the others. */
static void probe(const char *call)
{
    MPI_Status status;
    MPI_Message message;
    int value, flag = 1;
    if (rank > 0)
        give(0);
    for (int left = rank == 0 ? size - 1 : 0; left > 0; left -= flag) {
        if (strcmp(call, "probe") == 0)
            MPI_Probe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
        else if (strcmp(call, "iprobe") == 0)
            MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &flag, &status);
        else if (strcmp(call, "mprobe") == 0)
            MPI_Mprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &message, &status);
        else
            MPI_Improbe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &flag, &message, &status);
        if (flag && strchr(call, 'm'))
            MPI_Mrecv(&value, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
        else if (flag)
            assert(take(status.MPI_SOURCE) == status.MPI_SOURCE);
    }
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    int k = argc > 2 ? atoi(argv[2]) : 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (strcmp(what, "master") == 0)
        master(k);
    else if (strcmp(what, "masters") == 0)
        masters(k);
    else if (strcmp(what, "chain") == 0)
        chain();
    else if (strcmp(what, "figure1") == 0)
        figure1();
    else if (strcmp(what, "figure2") == 0)
        figure2();
    else if (strcmp(what, "figure3") == 0)
        figure3(MPI_ANY_SOURCE);
    else if (strcmp(what, "figure3-specific") == 0)
        figure3(2);
    else if (strcmp(what, "ring") == 0)
        ring(5);
    else if (strcmp(what, "allgather") == 0)
        allgather();
    else if (strcmp(what, "waitany-in-order") == 0)
        waitany_in_order();
    else if (strcmp(what, "test-once") == 0)
        test_once(0);
    else if (strcmp(what, "test-early") == 0)
        test_once(1);
    else if (strstr(what, "probe"))
        probe(what);
    else
        receives(what);
    MPI_Finalize();
    return 0;
}

/* Rank 0 polls for requests of every kind: polls WHAT. Rank 1 is at the other end. */
#include <assert.h>
#include <mpi.h>
#include <stdbool.h>
#include <string.h>

static int rank, values[4];
static MPI_Request requests[2];

/* Until it is complete. */
static void test(MPI_Request *request)
{
    for (int flag = 0; !flag;)
        MPI_Test(request, &flag, MPI_STATUS_IGNORE);
}

static int query(void *state, MPI_Status *status)
{
    (void)state;
    status->MPI_SOURCE = status->MPI_TAG = MPI_UNDEFINED;
    MPI_Status_set_cancelled(status, 0);
    return MPI_Status_set_elements(status, MPI_BYTE, 0);
}

static int release_round(void *state)
{
    (void)state;
    return MPI_SUCCESS;
}

static int cancel(void *state, int complete)
{
    (void)state, (void)complete;
    return MPI_SUCCESS;
}

static void complete_general(MPI_Request *request)
{
    MPI_Grequest_start(query, release_round, cancel, NULL, request);
    MPI_Grequest_complete(*request);
}

static void general(void)
{
    int flag;
    complete_general(&requests[0]);
    MPI_Test(&requests[0], &flag, MPI_STATUS_IGNORE);
    assert(flag);
}

/* What a poll has said stays so. */
static void status(void)
{
    int flag = 0;
    if (rank == 1) {
        MPI_Send(values, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        return;
    }
    MPI_Irecv(values, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &requests[0]);
    while (!flag)
        MPI_Request_get_status(requests[0], &flag, MPI_STATUS_IGNORE);
    MPI_Test(&requests[0], &flag, MPI_STATUS_IGNORE);
    assert(flag);
}

/* One of two is complete for certain. */
static void any_known(void)
{
    int flag, place;
    if (rank == 1) {
        MPI_Send(values, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        return;
    }
    complete_general(&requests[0]);
    MPI_Irecv(values, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Testany(2, requests, &place, &flag, MPI_STATUS_IGNORE);
    assert(flag);
    test(&requests[1 - place]);
}

/* Rank 0 takes two messages in any order, and so does each other rank of even number. */
static void independent(void)
{
    int place;
    for (int i = 0; i < 2; i++)
        if (rank % 2 > 0)
            MPI_Send(values, 1, MPI_INT, rank - 1, i, MPI_COMM_WORLD);
        else
            MPI_Irecv(&values[i], 1, MPI_INT, rank + 1, i, MPI_COMM_WORLD, &requests[i]);
    for (int i = 0; rank % 2 == 0 && i < 2; i++)
        MPI_Waitany(2, requests, &place, MPI_STATUS_IGNORE);
}

static void one_sender(void)
{
    for (int i = 0; i < 300; i++)
        if (rank == 1)
            MPI_Send(values, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        else
            MPI_Recv(values, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

#if MPI_VERSION >= 4
static void exchange(bool polls)
{
    int flag = !polls;
    for (int i = 0; i < 2; i++)
        MPI_Isendrecv(&rank, 1, MPI_INT, 1 - rank, i, &values[i], 1, MPI_INT, 1 - rank, i,
                      MPI_COMM_WORLD, &requests[i]);
    while (!flag)
        MPI_Testall(2, requests, &flag, MPI_STATUSES_IGNORE);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    assert(values[0] == 1 - rank && values[1] == 1 - rank);
}

/* Two messages of two partitions each, one after the other. */
static void parted(const char *what)
{
    MPI_Request *request = &requests[0];
    if (rank == 0 ? strcmp(what, "parted-send") == 0 : strcmp(what, "parted-send") != 0)
        MPI_Psend_init(values, 2, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_INFO_NULL, request);
    else
        MPI_Precv_init(values, 2, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_INFO_NULL, request);
    for (int i = 0; i < 2; i++) {
        MPI_Start(request);
        if (rank == (strcmp(what, "parted-send") != 0))
            MPI_Pready_range(0, 1, *request);
        for (int k = 0; rank == 0 && k < 2 && strncmp(what, "arrived", 7) == 0; k++)
            for (int flag = 0; !flag;)
                MPI_Parrived(*request, strcmp(what, "arrived") == 0 ? k : 0, &flag);
        if (rank == 0 && strncmp(what, "parted", 6) == 0)
            test(request);
        else
            MPI_Wait(request, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(request);
}
#endif

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (strcmp(what, "general") == 0)
        general();
    else if (strcmp(what, "status") == 0)
        status();
    else if (strcmp(what, "any-known") == 0)
        any_known();
    else if (strcmp(what, "independent") == 0)
        independent();
    else if (strcmp(what, "one-sender") == 0)
        one_sender();
#if MPI_VERSION >= 4
    else if (strcmp(what, "exchange") == 0)
        exchange(rank == 0);
    else
        parted(what);
#endif
    MPI_Finalize();
    return 0;
}

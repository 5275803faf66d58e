/* Some steps of a ring, then a hang of the kind that the argument names, or none. A second
 * argument: MPI_THREAD_MULTIPLE is asked for. */
#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { STEPS = 100, LARGE = 1 << 24 };

static int rank, size, next, before, value;

static void steps(MPI_Comm comm)
{
    for (int i = 0; i < STEPS; i++) {
        MPI_Sendrecv(&rank, 1, MPI_INT, next, 0, &value, 1, MPI_INT, before, 0, comm,
                     MPI_STATUS_IGNORE);
        MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_INT, MPI_SUM, comm);
        usleep(2000);
    }
}

static void requests(int from)
{
    MPI_Request pair[2];
    MPI_Status statuses[2];
    MPI_Irecv(&value, 1, MPI_INT, from, 1, MPI_COMM_WORLD, &pair[0]);
    MPI_Isend(&rank, 1, MPI_INT, next, 2, MPI_COMM_WORLD, &pair[1]);
    MPI_Waitall(2, pair, statuses);
}

static void persistent(void)
{
    MPI_Request request;
    MPI_Recv_init(&value, 1, MPI_INT, before, 1, MPI_COMM_WORLD, &request);
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
}

/* Nonblocking collectives that rank 1 does not start before it has a message of rank 0, which comes
 * after a while if it is `late`, and else never. */
static void nonblocking(bool with_root, bool late)
{
    MPI_Request pair[2];
    MPI_Status statuses[2];
    int sum;
    if (rank == 1)
        MPI_Recv(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Ibcast(&value, 1, MPI_INT, 1, MPI_COMM_WORLD, &pair[0]);
    if (with_root)
        MPI_Wait(&pair[0], MPI_STATUS_IGNORE);
    MPI_Iallreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &pair[with_root ? 0 : 1]);
    if (late && rank == 0) {
        sleep(4);
        MPI_Send(&rank, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
    }
    MPI_Waitall(with_root ? 1 : 2, pair, statuses);
}

/* Rank 1 is still in a smaller communicator's collective. */
static void smaller(void)
{
    MPI_Comm pair;
    MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &pair);
    if (rank == 1)
        MPI_Barrier(pair);
    MPI_Bcast(&value, 1, MPI_INT, 1, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Comm_free(&pair);
}

/* Rank 0 waits for rank 1, which waits for it; others still have something large for rank 0. */
static void wait_for_one(void)
{
    MPI_Request request;
    if (rank > 1)
        MPI_Send(calloc(LARGE, 1), LARGE, MPI_CHAR, 0, 2, MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Irecv(&value, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

static void *send_late(void *nothing)
{
    sleep(4);
    MPI_Send(&rank, 1, MPI_INT, next, 1, MPI_COMM_WORLD);
    return nothing;
}

/* All wait in MPI for a message that a thread of another rank has yet to send. */
static void wait_for_helpers(void)
{
    pthread_t helper;
    pthread_create(&helper, NULL, send_late, NULL);
    MPI_Recv(&value, 1, MPI_INT, before, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    pthread_join(helper, NULL);
}

static void hang(const char *how)
{
    if (strcmp(how, "receive") == 0)
        MPI_Recv(&value, 1, MPI_INT, before, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else if (strcmp(how, "any") == 0)
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else if (strcmp(how, "send") == 0)
        MPI_Send(calloc(LARGE, 1), LARGE, MPI_CHAR, next, 0, MPI_COMM_WORLD);
    else if (strcmp(how, "wait") == 0)
        requests(before);
    else if (strcmp(how, "wait-one") == 0)
        wait_for_one();
    else if (strcmp(how, "persistent") == 0)
        persistent();
    else if (strcmp(how, "skip") == 0 && rank != 1)
        MPI_Barrier(MPI_COMM_WORLD);
    else if (strcmp(how, "skip") == 0)
        MPI_Recv(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else if (strcmp(how, "start") == 0 || strcmp(how, "start-root") == 0)
        nonblocking(strcmp(how, "start") != 0, false);
    else if (strcmp(how, "start-late") == 0)
        nonblocking(false, true);
    else if (strcmp(how, "helper") == 0)
        wait_for_helpers();
    else if (strcmp(how, "smaller") == 0)
        smaller();
    else if (strcmp(how, "end") == 0 && rank == 0)
        MPI_Recv(&value, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else if (strcmp(how, "stop") == 0 && rank == 1)
        raise(SIGSTOP);
    else if (strcmp(how, "die") == 0 && rank == 1)
        raise(SIGKILL);
}

int main(int argc, char **argv)
{
    int level;
    MPI_Init_thread(&argc, &argv, argc > 2 ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    next = (rank + 1) % size;
    before = (rank + size - 1) % size;
    MPI_Comm copy;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    steps(copy);
    hang(argv[1]);
    MPI_Comm_free(&copy);
    MPI_Finalize();
    return 0;
}

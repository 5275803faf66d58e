/* One function is one case: where "warn" and a rule stand a warning is expected, and nowhere
 * else. Functions whose name ends in _ok are the correct twins. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define WORLD MPI_COMM_WORLD

void keep(MPI_Request *request);
int condition(void);
extern int limit;

/* Completed on no path. */
void never(int *data)
{
    MPI_Request request;
    MPI_Isend(data, 1, MPI_INT, 0, 0, WORLD, &request); /* warn: request.missing-wait */
}

void never_ok(int *data)
{
    MPI_Request request;
    MPI_Isend(data, 1, MPI_INT, 0, 0, WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

void never_null_ok(int *data, int n)
{
    MPI_Request request = MPI_REQUEST_NULL;
    if (n > 0)
        MPI_Irecv(data, n, MPI_INT, 0, 0, WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

void barrier_lost(void)
{
    MPI_Request request;
    MPI_Ibarrier(WORLD, &request); /* warn: request.missing-wait */
    printf("waiting for nobody\n");
}

void escapes_ok(int *data)
{
    MPI_Request request;
    MPI_Isend(data, 1, MPI_INT, 0, 0, WORLD, &request);
    keep(&request);
}

void callers_ok(int *data, MPI_Request *request)
{
    MPI_Isend(data, 1, MPI_INT, 0, 0, WORLD, request);
}

MPI_Request returned_ok(int *data)
{
    MPI_Request request;
    MPI_Isend(data, 1, MPI_INT, 0, 0, WORLD, &request);
    return request;
}

MPI_Request kept_elsewhere;
void copied_ok(int *data)
{
    MPI_Request request;
    MPI_Isend(data, 1, MPI_INT, 0, 0, WORLD, &request);
    kept_elsewhere = request;
}

void freed_ok(int *data)
{
    MPI_Request request;
    MPI_Isend(data, 1, MPI_INT, 0, 0, WORLD, &request);
    MPI_Request_free(&request);
}

/* Conditions. */
void one_rank_waits(int *data)
{
    int rank;
    MPI_Request request;
    MPI_Comm_rank(WORLD, &rank);
    MPI_Irecv(data, 1, MPI_INT, 0, 0, WORLD, &request); /* warn: request.missing-wait */
    if (rank == 0)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
}

void other_rank_waits(int *data)
{
    int rank;
    MPI_Request request;
    MPI_Comm_rank(WORLD, &rank);
    if (rank == 0)
        MPI_Isend(data, 1, MPI_INT, 1, 0, WORLD, &request); /* warn: request.missing-wait */
    if (rank == 1)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
}

void same_condition_ok(int *data)
{
    int rank;
    MPI_Request request;
    MPI_Comm_rank(WORLD, &rank);
    if (rank == 0)
        MPI_Isend(data, 1, MPI_INT, 1, 0, WORLD, &request);
    else
        printf("nothing to send\n");
    printf("on the way\n");
    if (rank == 0)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
}

void same_range_ok(int *data, int n)
{
    MPI_Request request;
    if (n > 0)
        MPI_Isend(data, n, MPI_INT, 1, 0, WORLD, &request);
    if (n >= 1)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
}

void both_conditions_ok(int *data, int a, int b)
{
    MPI_Request request;
    if (a > 3 && b < a)
        MPI_Isend(data, 1, MPI_INT, 1, 0, WORLD, &request);
    printf("%d\n", a);
    if (a > 3 && b < a)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
}

void remembered_ok(int *data, int n)
{
    MPI_Request request;
    int pending = 0;
    if (condition()) {
        MPI_Isend(data, n, MPI_INT, 1, 0, WORLD, &request);
        pending = 1;
    }
    if (pending)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
}

void remembered(int *data, int n)
{
    MPI_Request request;
    int pending = 1;
    if (condition()) {
        MPI_Isend(data, n, MPI_INT, 1, 0, WORLD, &request); /* warn: request.missing-wait */
        pending = 0;
    }
    if (pending)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
}

void asked_ok(int *data)
{
    MPI_Request request = MPI_REQUEST_NULL;
    if (condition())
        MPI_Isend(data, 1, MPI_INT, 1, 0, WORLD, &request);
    if (request != MPI_REQUEST_NULL)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
}

void unknown_conditions_ok(int *data, int n)
{
    MPI_Request request;
    if (limit > n)
        MPI_Isend(data, 1, MPI_INT, 1, 0, WORLD, &request);
    if (condition())
        MPI_Wait(&request, MPI_STATUS_IGNORE);
}

void error_code_ok(int *data)
{
    MPI_Request request;
    int code = MPI_Isend(data, 1, MPI_INT, 1, 0, WORLD, &request);
    if (code != MPI_SUCCESS)
        return;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void die(const char *text)
{
    fprintf(stderr, "%s\n", text);
    exit(1);
}

void dies_ok(int *data, int n)
{
    MPI_Request request;
    MPI_Isend(data, n, MPI_INT, 1, 0, WORLD, &request);
    if (n > 10) {
        die("too many");
        return;
    }
    if (n < 0)
        MPI_Abort(WORLD, 1);
    else
        MPI_Wait(&request, MPI_STATUS_IGNORE);
}

void early_return(int *data, int n)
{
    MPI_Request request;
    MPI_Isend(data, n, MPI_INT, 1, 0, WORLD, &request); /* warn: request.missing-wait */
    if (n > 10)
        return;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

void switch_ok(int *data, int kind)
{
    MPI_Request request;
    switch (kind) {
    case 1:
        MPI_Isend(data, 1, MPI_INT, 1, 0, WORLD, &request);
        break;
    case 2:
        MPI_Irecv(data, 1, MPI_INT, 1, 0, WORLD, &request);
        break;
    default:
        break;
    }
    if (kind == 1 || kind == 2)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
}

void switch_lost(int *data, int kind)
{
    MPI_Request request;
    switch (kind) {
    case 1:
        MPI_Isend(data, 1, MPI_INT, 1, 0, WORLD, &request);
        break;
    case 2:
        MPI_Irecv(data, 1, MPI_INT, 1, 0, WORLD, &request); /* warn: request.missing-wait */
        break;
    default:
        break;
    }
    if (kind == 1)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
}

/* Tests. */
void test_loop_ok(int *data)
{
    MPI_Request request;
    int done = 0;
    MPI_Irecv(data, 1, MPI_INT, 0, 0, WORLD, &request);
    while (!done)
        MPI_Test(&request, &done, MPI_STATUS_IGNORE);
}

void test_forever_ok(int *data)
{
    MPI_Request request;
    MPI_Irecv(data, 1, MPI_INT, 0, 0, WORLD, &request);
    for (;;) {
        int done;
        MPI_Test(&request, &done, MPI_STATUS_IGNORE);
        if (done)
            break;
        printf("not yet\n");
    }
}

void test_then_wait_ok(int *data)
{
    MPI_Request request;
    int done;
    MPI_Irecv(data, 1, MPI_INT, 0, 0, WORLD, &request);
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (!done)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
}

void test_once(int *data)
{
    MPI_Request request;
    int done;
    MPI_Irecv(data, 1, MPI_INT, 0, 0, WORLD, &request); /* warn: request.missing-wait */
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (done)
        printf("done\n");
}

void test_backwards(int *data)
{
    MPI_Request request;
    int done;
    MPI_Irecv(data, 1, MPI_INT, 0, 0, WORLD, &request); /* warn: request.missing-wait */
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (done)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
}

/* Arrays. */
void array_ok(int *data)
{
    MPI_Request requests[2];
    MPI_Irecv(data, 1, MPI_INT, 0, 0, WORLD, &requests[0]);
    MPI_Isend(data + 1, 1, MPI_INT, 0, 0, WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

void array_short(int *data)
{
    MPI_Request requests[2];
    MPI_Irecv(data, 1, MPI_INT, 0, 0, WORLD, &requests[0]);
    MPI_Isend(data + 1, 1, MPI_INT, 0, 0, WORLD, &requests[1]); /* warn: request.missing-wait */
    MPI_Waitall(1, requests, MPI_STATUSES_IGNORE);
}

void array_counted_ok(int *data, int left, int right)
{
    MPI_Request requests[4];
    int count = 0;
    if (left >= 0)
        MPI_Irecv(data, 1, MPI_INT, left, 0, WORLD, &requests[count++]);
    if (right >= 0)
        MPI_Irecv(data + 1, 1, MPI_INT, right, 0, WORLD, &requests[count++]);
    MPI_Isend(data + 2, 1, MPI_INT, 0, 0, WORLD, &requests[count++]);
    MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
}

void array_loop_ok(int *data, int n)
{
    MPI_Request *requests = malloc(n * sizeof *requests);
    for (int i = 0; i < n; i++)
        MPI_Isend(data, 1, MPI_INT, i, 0, WORLD, &requests[i]);
    for (int i = 0; i < n; i++)
        MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
    free(requests);
}

void array_any_ok(int *data, int n)
{
    MPI_Request requests[8];
    for (int i = 0; i < n; i++)
        MPI_Isend(data, 1, MPI_INT, i, 0, WORLD, &requests[i]);
    for (int i = 0; i < n; i++) {
        int which;
        MPI_Waitany(n, requests, &which, MPI_STATUS_IGNORE);
    }
}

void array_lost(int *data, int n)
{
    MPI_Request *requests = malloc(n * sizeof *requests);
    for (int i = 0; i < n; i++)
        MPI_Isend(data, 1, MPI_INT, i, 0, WORLD, &requests[i]); /* warn: request.missing-wait */
    free(requests);
}

void array_wrong_element(int *data)
{
    MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Isend(data, 1, MPI_INT, 0, 0, WORLD, &requests[0]); /* warn: request.missing-wait */
    MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
}

/* Overwritten. */
void overwritten(int *data)
{
    MPI_Request request;
    MPI_Isend(data, 1, MPI_INT, 0, 0, WORLD, &request); /* warn: request.missing-wait */
    MPI_Irecv(data + 1, 1, MPI_INT, 0, 0, WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

void overwritten_ok(int *data)
{
    MPI_Request request;
    MPI_Isend(data, 1, MPI_INT, 0, 0, WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Irecv(data + 1, 1, MPI_INT, 0, 0, WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

void overwritten_in_loop(int *data, int n)
{
    MPI_Request request = MPI_REQUEST_NULL;
    for (int i = 0; i < n; i++)
        MPI_Isend(data, 1, MPI_INT, i, 0, WORLD, &request); /* warn: request.missing-wait */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

void once_in_loop_ok(int *data, int n, int target)
{
    MPI_Request request = MPI_REQUEST_NULL;
    for (int i = 0; i < n; i++)
        if (i == target)
            MPI_Isend(data, 1, MPI_INT, i, 0, WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

void wait_in_loop_ok(int *data, int n)
{
    MPI_Request request;
    for (int i = 0; i < n; i++) {
        MPI_Isend(data, 1, MPI_INT, i, 0, WORLD, &request);
        printf("%d\n", i);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
}

void pipelined_ok(int *data, int n)
{
    MPI_Request request;
    MPI_Irecv(data, 1, MPI_INT, 0, 0, WORLD, &request);
    for (int i = 0; i < n; i++) {
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        if (i + 1 < n)
            MPI_Irecv(data, 1, MPI_INT, 0, 0, WORLD, &request);
    }
}

void exclusive_ok(int *data, int a)
{
    MPI_Request request;
    if (a)
        MPI_Isend(data, 1, MPI_INT, 0, 0, WORLD, &request);
    if (!a)
        MPI_Irecv(data, 1, MPI_INT, 0, 0, WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

/* Persistent. */
void persistent_ok(int *data, int n)
{
    MPI_Request request;
    MPI_Send_init(data, 1, MPI_INT, 0, 0, WORLD, &request);
    for (int i = 0; i < n; i++) {
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&request);
}

void persistent_not_started(int *data)
{
    MPI_Request request;
    MPI_Recv_init(data, 1, MPI_INT, 0, 0, WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE); /* note: request.missing-start */
    MPI_Request_free(&request);
}

/* MPI 4.0, section 3.7.3: a wait on an inactive request returns at once. */
void persistent_waited_first_ok(int *data, int n)
{
    MPI_Request request;
    MPI_Send_init(data, 1, MPI_INT, 0, 0, WORLD, &request);
    for (int i = 0; i < n; i++) {
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        data[0] = i;
        MPI_Start(&request);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
}

void persistent_tested_ok(int *data)
{
    int flag;
    MPI_Request request;
    MPI_Recv_init(data, 1, MPI_INT, 0, 0, WORLD, &request);
    MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
}

void persistent_maybe_started_ok(int *data)
{
    MPI_Request request;
    MPI_Recv_init(data, 1, MPI_INT, 0, 0, WORLD, &request);
    if (condition())
        MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
}

void persistent_started_twice(int *data)
{
    MPI_Request request;
    MPI_Recv_init(data, 1, MPI_INT, 0, 0, WORLD, &request);
    MPI_Start(&request);
    MPI_Start(&request); /* warn: request.double-start */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
}

void persistent_not_completed(int *data)
{
    MPI_Request request;
    MPI_Recv_init(data, 1, MPI_INT, 0, 0, WORLD, &request); /* warn: request.missing-wait */
    MPI_Start(&request);
}

void persistent_array_ok(int *data)
{
    MPI_Request requests[2];
    MPI_Recv_init(data, 1, MPI_INT, 0, 0, WORLD, &requests[0]);
    MPI_Send_init(data + 1, 1, MPI_INT, 0, 0, WORLD, &requests[1]);
    MPI_Startall(2, requests);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Start(&requests[1]);
    MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
}

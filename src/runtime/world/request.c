#include "runtime/world/request.h"

#include "runtime/next.h"
#include "runtime/world/calls.h"
#include "runtime/world/datatype.h"
#include "runtime/world/rank.h"

#include <stdlib.h>

static struct table by_handle;  /* all that have a handle */
static struct table by_number;  /* whose operation the scheduler has, until it tells the end */
static struct vrequest *unused; /* whose handles can be used again */

struct vrequest *request_new(void)
{
    struct vrequest *request = unused;
    if (request) {
        MPI_Request handle = request->handle;
        unused = request->next;
        *request = (struct vrequest){.handle = handle};
    } else {
        request = calloc(1, sizeof *request);
        if (!request || NEXT(PMPI_Recv_init)(NULL, 0, MPI_BYTE, MPI_PROC_NULL, 0, MPI_COMM_SELF,
                                             &request->handle) != MPI_SUCCESS)
            rank_stop("rank %d cannot make a request", world_rank);
    }
    table_add(&by_handle, &request->by_handle, (uintptr_t)request->handle);
    return request;
}

struct vrequest *request_find(MPI_Request handle)
{
    return TABLE_THING(table_find(&by_handle, (uintptr_t)handle), struct vrequest, by_handle);
}

void request_post(struct vrequest *request, const struct world_op *operation)
{
    request->active = true;
    request->number = operation->number;
    table_add(&by_number, &request->by_number, operation->number);
    rank_post(operation);
}

void request_delete(struct vrequest *request)
{
    table_remove(&by_handle, &request->by_handle);
    free(request->state);
    request->state = NULL;
    if (request->holds_datatype)
        datatype_release(request->datatype);
    if (request->comm)
        comm_release(request->comm);
    request->next = unused;
    unused = request;
}

/* The scheduler's word about operations in the background. */
static void hear_all(void)
{
    for (const struct world_answer *answer; (answer = rank_hear());) {
        struct vrequest *request =
            TABLE_THING(table_find(&by_number, answer->number), struct vrequest, by_number);
        if (!request)
            continue;
        table_remove(&by_number, &request->by_number);
        request->done = true;
        request->answer = *answer;
        if (request->freed) {
            request->finish(request, &request->answer);
            request_delete(request);
        }
    }
}

void status_set(MPI_Status *status, int source, int tag, uint64_t bytes)
{
    if (status == MPI_STATUS_IGNORE)
        return;
    status->MPI_SOURCE = source;
    status->MPI_TAG = tag;
    NEXT(PMPI_Status_set_elements_x)(status, MPI_BYTE, (MPI_Count)bytes);
    NEXT(PMPI_Status_set_cancelled)(status, 0);
}

void status_set_empty(MPI_Status *status)
{
    status_set(status, MPI_ANY_SOURCE, MPI_ANY_TAG, 0);
    if (status != MPI_STATUS_IGNORE)
        status->MPI_ERROR = MPI_SUCCESS;
}

/* What a completed request tells the program. */
static void request_status(const struct vrequest *request, MPI_Status *status)
{
    const struct world_answer *answer = &request->answer;
    if (request->operation.kind == OP_RECEIVE && answer->source >= 0)
        status_set(status, comm_rank_of(request->comm, answer->source), answer->tag, answer->bytes);
    else if (request->operation.kind == OP_RECEIVE)
        status_set(status, MPI_PROC_NULL, MPI_ANY_TAG, 0);
    else
        status_set_empty(status);
}

/* Hands a done request back: data lands, the handle goes or rests. */
static void request_return(struct vrequest *request, MPI_Request *handle, MPI_Status *status)
{
    request->finish(request, &request->answer);
    request_status(request, status);
    request->active = false;
    request->done = false;
    if (!request->persistent) {
        request_delete(request);
        *handle = MPI_REQUEST_NULL;
    }
}

/* Requests among `handles` that are active, and where. */
static int collect(int count, MPI_Request *handles, struct vrequest **active, int *places,
                   const struct world_call *at)
{
    int found = 0;
    for (int i = 0; i < count; i++) {
        if (handles[i] == MPI_REQUEST_NULL)
            continue;
        struct vrequest *request = request_find(handles[i]);
        if (!request)
            rank_stop("%s: request %d is not one that MPI gave to the program", at->name, i);
        if (!request->active)
            continue;
        active[found] = request;
        places[found++] = i;
    }
    return found;
}

/* Asks the scheduler which of the requests are complete, waiting until the mode is satisfied or,
 * for a poll, until the answer is known. Marks them in `chosen`; false: a poll, and not yet. */
static bool ask(enum wait_mode mode, bool polls, int count, struct vrequest **active, bool *chosen,
                const struct world_call *at)
{
    uint64_t offset;
    uint32_t *numbers = rank_payload((size_t)count * sizeof *numbers, &offset);
    for (int i = 0; i < count; i++)
        numbers[i] = active[i]->number; /* 0: nobody to wait for, complete from the start */
    struct world_op operation = rank_operation(OP_WAIT, at);
    operation.flags = polls ? OP_POLLS : 0;
    operation.mode = mode;
    operation.members = (uint32_t)count;
    operation.payload = offset;
    const struct world_answer *answer = rank_wait(&operation);
    bool flag = answer->flag != 0;
    for (int i = 0; i < count; i++)
        chosen[i] = flag && (numbers[i] & WAIT_CHOSEN) != 0;
    rank_release(offset);
    hear_all();
    for (int i = 0; i < count; i++)
        while (chosen[i] && !active[i]->done) { /* more was complete than the inbox holds */
            rank_ring();
            hear_all();
        }
    return flag;
}

struct completion {
    struct vrequest **active;
    int *places;
    bool *chosen;
    int count;
};

static struct completion completion_new(int count)
{
    size_t slots = (size_t)(count > 0 ? count : 1);
    struct completion completion = {.active = calloc(slots, sizeof *completion.active),
                                    .places = calloc(slots, sizeof *completion.places),
                                    .chosen = calloc(slots, sizeof *completion.chosen)};
    if (!completion.active || !completion.places || !completion.chosen)
        rank_stop("out of memory in rank %d", world_rank);
    return completion;
}

static void completion_free(struct completion *completion)
{
    free(completion->active);
    free(completion->places);
    free(completion->chosen);
}

static MPI_Status *status_at(MPI_Status *statuses, int index)
{
    return statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : &statuses[index];
}

/* Waitall and Testall. */
static bool complete_all(int count, MPI_Request *handles, MPI_Status *statuses, bool polls,
                         const struct world_call *at)
{
    struct completion completion = completion_new(count);
    completion.count = collect(count, handles, completion.active, completion.places, at);
    bool done = completion.count == 0 || ask(WAIT_FOR_ALL, polls, completion.count,
                                             completion.active, completion.chosen, at);
    for (int i = 0; i < count && done; i++)
        status_set_empty(status_at(statuses, i));
    for (int i = 0; i < completion.count && done; i++)
        request_return(completion.active[i], &handles[completion.places[i]],
                       status_at(statuses, completion.places[i]));
    completion_free(&completion);
    return done;
}

/* Waitany and Testany: the index, or MPI_UNDEFINED if none is active. */
static bool complete_any(int count, MPI_Request *handles, int *index, MPI_Status *status,
                         bool polls, const struct world_call *at)
{
    struct completion completion = completion_new(count);
    completion.count = collect(count, handles, completion.active, completion.places, at);
    *index = MPI_UNDEFINED;
    bool done = true;
    if (completion.count == 0)
        status_set_empty(status);
    else
        done = ask(WAIT_FOR_ANY, polls, completion.count, completion.active, completion.chosen, at);
    for (int i = 0; i < completion.count && done; i++) {
        if (!completion.chosen[i])
            continue;
        *index = completion.places[i];
        request_return(completion.active[i], &handles[*index], status);
        break;
    }
    completion_free(&completion);
    return done;
}

static void complete_some(int count, MPI_Request *handles, int *done_count, int *indices,
                          MPI_Status *statuses, bool polls, const struct world_call *at)
{
    struct completion completion = completion_new(count);
    completion.count = collect(count, handles, completion.active, completion.places, at);
    *done_count = completion.count == 0 ? MPI_UNDEFINED : 0;
    if (completion.count > 0)
        ask(WAIT_FOR_SOME, polls, completion.count, completion.active, completion.chosen, at);
    for (int i = 0; i < completion.count; i++) {
        if (!completion.chosen[i])
            continue;
        indices[*done_count] = completion.places[i];
        request_return(completion.active[i], &handles[completion.places[i]],
                       status_at(statuses, *done_count));
        (*done_count)++;
    }
    completion_free(&completion);
}

int world_Wait(const struct world_call *at, MPI_Request *request, MPI_Status *status)
{
    int index;
    complete_any(1, request, &index, status, false, at);
    return MPI_SUCCESS;
}

int world_Waitall(const struct world_call *at, int count, MPI_Request *handles,
                  MPI_Status *statuses)
{
    complete_all(count, handles, statuses, false, at);
    return MPI_SUCCESS;
}

int world_Waitany(const struct world_call *at, int count, MPI_Request *handles, int *index,
                  MPI_Status *status)
{
    complete_any(count, handles, index, status, false, at);
    return MPI_SUCCESS;
}

int world_Waitsome(const struct world_call *at, int incount, MPI_Request *handles, int *outcount,
                   int *indices, MPI_Status *statuses)
{
    complete_some(incount, handles, outcount, indices, statuses, false, at);
    return MPI_SUCCESS;
}

int world_Test(const struct world_call *at, MPI_Request *request, int *flag, MPI_Status *status)
{
    int index;
    *flag = complete_any(1, request, &index, status, true, at);
    return MPI_SUCCESS;
}

int world_Testall(const struct world_call *at, int count, MPI_Request *handles, int *flag,
                  MPI_Status *statuses)
{
    *flag = complete_all(count, handles, statuses, true, at);
    return MPI_SUCCESS;
}

int world_Testany(const struct world_call *at, int count, MPI_Request *handles, int *index,
                  int *flag, MPI_Status *status)
{
    *flag = complete_any(count, handles, index, status, true, at);
    return MPI_SUCCESS;
}

int world_Testsome(const struct world_call *at, int incount, MPI_Request *handles, int *outcount,
                   int *indices, MPI_Status *statuses)
{
    complete_some(incount, handles, outcount, indices, statuses, true, at);
    return MPI_SUCCESS;
}

/* An active request goes on without its handle, and ends by itself. */
int world_Request_free(const struct world_call *at, MPI_Request *handle)
{
    struct vrequest *request = request_find(*handle);
    if (!request)
        rank_stop("%s: the request is not one that MPI gave to the program", at->name);
    if (request->active)
        request->freed = true;
    else
        request_delete(request);
    *handle = MPI_REQUEST_NULL;
    return MPI_SUCCESS;
}

static void start(const struct world_call *at, MPI_Request handle)
{
    struct vrequest *request = request_find(handle);
    if (!request || !request->persistent)
        rank_stop("%s: not a persistent request", at->name);
    request_start(request, at);
}

/* NOLINTNEXTLINE(readability-non-const-parameter): as MPI declares it */
int world_Start(const struct world_call *at, MPI_Request *request)
{
    start(at, *request);
    return MPI_SUCCESS;
}

int world_Startall(const struct world_call *at, int count, MPI_Request *handles)
{
    for (int i = 0; i < count; i++)
        start(at, handles[i]);
    return MPI_SUCCESS;
}

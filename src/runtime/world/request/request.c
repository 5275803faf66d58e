#include "runtime/world/request/request.h"

#include "runtime/next.h"
#include "runtime/world/error/problem.h"

#include <stdlib.h>

enum { REST = 1024 }; /* requests that must end before a handle is used again */

struct request_list {
    struct vrequest *first, *last;
    size_t count;
};

static struct table by_handle; /* all requests, gone ones included */
static struct table by_number; /* those whose operation the scheduler has not reported as
                                  complete */
static struct request_list living, resting;
static size_t freed_count; /* active requests that the program has freed */

static void request_append(struct request_list *list, struct vrequest *request)
{
    request->next = NULL;
    request->previous = list->last;
    if (list->last)
        list->last->next = request;
    else
        list->first = request;
    list->last = request;
    list->count++;
}

static void request_take_out(struct request_list *list, struct vrequest *request)
{
    if (request->previous)
        request->previous->next = request->next;
    else
        list->first = request->next;
    if (request->next)
        request->next->previous = request->previous;
    else
        list->last = request->previous;
    list->count--;
}

struct vrequest *request_new_part(void)
{
    struct vrequest *request = rank_memory(calloc(1, sizeof *request));
    request->handle = MPI_REQUEST_NULL;
    return request;
}

static struct vrequest *request_add(struct vrequest *request)
{
    table_add(&by_handle, &request->by_handle, (uintptr_t)request->handle);
    request_append(&living, request);
    return request;
}

static struct vrequest *request_find(MPI_Request handle)
{
    return TABLE_THING(table_find(&by_handle, (uintptr_t)handle), struct vrequest, by_handle);
}

/* Removes a request that is gone from all tables. */
static void request_wake(struct vrequest *request)
{
    request_take_out(&resting, request);
    table_remove(&by_handle, &request->by_handle);
}

struct vrequest *request_new(void)
{
    struct vrequest *request = NULL;
    while (!request && resting.count > REST) {
        struct vrequest *oldest = resting.first;
        request_wake(oldest);
        if (oldest->general)
            free(oldest); /* the handle belongs to the library */
        else
            request = oldest;
    }
    if (request) {
        *request = (struct vrequest){.handle = request->handle};
        return request_add(request);
    }
    request = request_new_part();
    if (NEXT(PMPI_Recv_init)(NULL, 0, MPI_BYTE, MPI_PROC_NULL, 0, MPI_COMM_SELF,
                             &request->handle) != MPI_SUCCESS)
        rank_stop("rank %d cannot make a request", world_rank);
    return request_add(request);
}

struct vrequest *request_new_general(MPI_Request handle)
{
    struct vrequest *before = request_find(handle);
    if (before) {
        request_wake(before);
        free(before);
    }
    struct vrequest *request = request_new_part();
    request->handle = handle;
    request->general = true;
    return request_add(request);
}

void request_clear(struct vrequest *request)
{
    for (int i = 0; i < request->block_count; i++) {
        pending_give_up(&request->blocks[i]);
        pending_release(&request->blocks[i]);
    }
    free(request->blocks);
    request->blocks = NULL;
    request->block_count = 0;
    free(request->state);
    request->state = NULL;
    free(request->status);
    request->status = NULL;
}

/* Frees all that the request holds. */
static void request_release(struct vrequest *request)
{
    pending_give_up(&request->pending);
    pending_release(&request->pending);
    request_clear(request);
    if (request->give_up)
        request->give_up(request);
    request->give_up = NULL;
    if (request->comm)
        comm_release(request->comm);
    request->comm = NULL;
    if (request->partner) {
        request_release(request->partner);
        free(request->partner);
    }
    request->partner = NULL;
}

void request_delete(struct vrequest *request, const struct world_call *at)
{
    request_release(request);
    freed_count -= request->freed;
    request_take_out(&living, request);
    request->gone = true;
    request->active = false;
    request->end = *at;
    request_append(&resting, request);
}

static _Noreturn void stop_at_unknown(const struct world_call *at, const struct vrequest *gone)
{
    struct problem problem = {
        .at = at,
        .rule = "request.unknown",
        .why = "The value is not a request that MPI gave to this rank: a variable that was never "
               "set, or memory that was overwritten."};
    if (!gone)
        problem_stop(&problem, "%s is given a request that never existed", at->name);
    problem.why = "Completion sets the passed variable to MPI_REQUEST_NULL, but not copies of it. "
                  "A library may reuse the place of the request for another one.";
    problem.related = "created at";
    problem.related_site = (const void *)(uintptr_t)gone->operation.site;
    problem_stop(&problem, "%s is given a request of %s that %s has ended", at->name,
                 gone->operation.call[0] ? gone->operation.call : "MPI", gone->end.name);
}

struct vrequest *request_of(const struct world_call *at, MPI_Request handle)
{
    if (handle == MPI_REQUEST_NULL)
        return NULL;
    struct vrequest *request = request_find(handle);
    if (!request || request->gone || request->freed)
        stop_at_unknown(at, request);
    return request;
}

struct vrequest *request_of_general(const struct world_call *at, MPI_Request handle)
{
    struct vrequest *request = request_find(handle);
    return request && request->general && request->freed ? request : request_of(at, handle);
}

void request_post(struct vrequest *request, const struct world_op *operation)
{
    request->active = true;
    request->started = true;
    request->halfway = request->known = false;
    request->number = operation->number;
    table_add(&by_number, &request->by_number, operation->number);
    rank_post(operation);
}

uint32_t request_awaits(const struct vrequest *request)
{
    if (!request->done)
        return request->number;
    return request->partner ? request_awaits(request->partner) : 0;
}

int32_t request_peer(const struct vrequest *request)
{
    switch ((enum op_kind)request->operation.kind) {
    case OP_SEND:
    case OP_RECEIVE:
        return request->operation.message.peer;
    case OP_GENERAL: /* of MPI_Psend_init: its message is the partner */
        return request->partner ? request_peer(request->partner) : 0;
    default:
        return 0;
    }
}

/* Deletes a freed request if it is complete. */
static void end_freed(struct vrequest *request)
{
    static const struct world_call at = {"MPI_Request_free", NULL};
    if (request_awaits(request))
        return;
    request_land(request, &at);
    request_delete(request, &at);
}

void request_hear(void)
{
    bool freed = false;
    for (const struct world_answer *answer; (answer = rank_hear());) {
        struct vrequest *request =
            TABLE_THING(table_find(&by_number, answer->number), struct vrequest, by_number);
        if (!request)
            continue; /* of a buffered send */
        table_remove(&by_number, &request->by_number);
        request->done = true;
        request->answer = *answer;
        freed = freed || freed_count > 0;
    }
    if (!freed)
        return;
    for (struct vrequest *request = living.first, *next; request; request = next) {
        next = request->next;
        if (request->freed && !request->general)
            end_freed(request);
    }
}

void request_hear_freed(void)
{
    if (freed_count > 0)
        request_hear();
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

static void set_fields(const struct vrequest *request, MPI_Status *status)
{
    const struct world_answer *answer = &request->answer;
    if (request->status)
        *status = *request->status;
    else if (request->operation.kind != OP_RECEIVE)
        status_set_empty(status);
    else if (answer->source >= 0)
        status_set(status, comm_rank_of(request->comm, answer->source), answer->tag, answer->bytes);
    else
        status_set(status, MPI_PROC_NULL, MPI_ANY_TAG, 0);
}

/* Leaves MPI_ERROR as it is: only calls that complete several requests set it. */
void request_status(const struct vrequest *request, MPI_Status *status)
{
    if (status == MPI_STATUS_IGNORE)
        return;
    int error = status->MPI_ERROR;
    if (request->answer.flag == ANSWER_CANCELLED) {
        status_set_empty(status);
        NEXT(PMPI_Status_set_cancelled)(status, 1);
    } else {
        set_fields(request, status);
    }
    status->MPI_ERROR = error;
}

int request_land(struct vrequest *request, const struct world_call *at)
{
    if (request->landed)
        return request->error;
    request->landed = true;
    pending_end(&request->pending, at);
    for (int i = 0; i < request->block_count; i++)
        pending_end(&request->blocks[i], at);
    request->error = MPI_SUCCESS;
    if (request->answer.flag != ANSWER_CANCELLED)
        request->error = request->finish(request, &request->answer);
    if (request->partner)
        request_land(request->partner, at);
    return request->error;
}

/* The library knows how to call the program's functions, which may be in Fortran. */
static int return_general(struct vrequest *request, const struct world_call *at,
                          MPI_Request *handle, MPI_Status *status)
{
    request_delete(request, at);
    return NEXT(PMPI_Wait)(handle, status);
}

int request_return(struct vrequest *request, const struct world_call *at, MPI_Request *handle,
                   MPI_Status *status)
{
    if (request->general)
        return return_general(request, at, handle, status);
    int error = request_land(request, at);
    request_status(request, status);
    request->active = request->done = request->landed = false;
    if (!request->persistent) {
        request_delete(request, at);
        *handle = MPI_REQUEST_NULL;
    }
    return error;
}

void request_let_go(struct vrequest *request, const struct world_call *at)
{
    request->end = *at;
    pending_give_up(&request->pending);
    if (request->partner)
        pending_give_up(&request->partner->pending);
    request->freed = true;
    freed_count++;
    if (!request->general)
        end_freed(request);
}

void request_check_end(const struct world_call *at)
{
    request_hear();
    for (const struct vrequest *request = living.first; request; request = request->next) {
        struct problem problem = {.at = at,
                                  .rule = request->active ? "request.missing-wait" : "leak.request",
                                  .related = request->persistent && request->active ? "started at"
                                                                                    : "created at"};
        problem.related_site = request->persistent && request->active
                                   ? request->at.site
                                   : (const void *)(uintptr_t)request->operation.site;
        if (request->freed)
            continue;
        if (request->active)
            problem_keep(&problem, "the request of %s was never completed",
                         request->operation.call);
        else
            problem_keep(&problem, "the persistent request of %s was never freed",
                         request->operation.call);
    }
}

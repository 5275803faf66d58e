/* start.c: calls that start, cancel and free requests, and generalised requests. */
#include "runtime/next.h"
#include "runtime/world/calls.h"
#include "runtime/world/error/problem.h"
#include "runtime/world/request/request.h"

/* Reports a request that the call cannot take. `request` is NULL for MPI_REQUEST_NULL. */
static int start_refuse(const struct world_call *at, const struct vrequest *request,
                        const char *what)
{
    struct problem problem = {.at = at, .rule = "arg.request"};
    if (request) {
        problem.related = "created at";
        problem.related_site = (const void *)(uintptr_t)request->operation.site;
    }
    return problem_raise(&problem, request && request->comm ? request->comm->handle : MPI_COMM_NULL,
                         MPI_ERR_REQUEST, "%s: %s", at->name,
                         request ? what : "the request is MPI_REQUEST_NULL");
}

static int start_request(const struct world_call *at, MPI_Request handle)
{
    struct vrequest *request = request_of(at, handle);
    if (!request || !request->persistent)
        return start_refuse(at, request, "the request is not a persistent one");
    if (request->idle)
        problem_withdraw(at, request->idle);
    request->idle = 0;
    if (!request->active)
        return request->start(request, at);
    struct problem problem = {.at = at,
                              .rule = "request.double-start",
                              .related = "started at",
                              .related_site = request->at.site};
    return problem_raise(&problem, request->comm->handle, MPI_ERR_REQUEST,
                         "%s: the request of %s is active already", at->name,
                         request->operation.call);
}

/* NOLINTNEXTLINE(readability-non-const-parameter): as MPI declares it */
int world_Start(const struct world_call *at, MPI_Request *request)
{
    return start_request(at, *request);
}

int world_Startall(const struct world_call *at, int count, MPI_Request *handles)
{
    for (int i = 0; i < count; i++) {
        int error = start_request(at, handles[i]);
        if (error != MPI_SUCCESS)
            return error;
    }
    return MPI_SUCCESS;
}

/* Notes that the request of an active receive is freed. MPI allows it (MPI 4.0, section 3.7.3), but
 * only the end of a send may be of no interest. A cancelled receive expects no message. */
static void check_freed(const struct world_call *at, const struct vrequest *request)
{
    struct problem problem = {
        .at = at,
        .rule = "request.missing-wait",
        .note = true,
        .why = "MPI allows it, but nothing tells the program when the message has arrived and when "
               "it may use the buffer. Complete it with MPI_Wait or MPI_Test.",
        .related = request->persistent ? "started at" : "created at",
        .related_site = request->persistent ? request->at.site
                                            : (const void *)(uintptr_t)request->operation.site};
    if (request->operation.kind == OP_RECEIVE && !request->cancelled)
        problem_keep(&problem, "the request of a receive is freed before it is complete");
}

int world_Request_free(const struct world_call *at, MPI_Request *handle)
{
    struct vrequest *request = request_of(at, *handle);
    if (!request)
        return start_refuse(at, NULL, NULL);
    if (request->active && request->operation.kind == OP_COLLECTIVE)
        return start_refuse(at, request, "the request of a collective cannot be freed");
    MPI_Request own = *handle;
    if (request->active) {
        check_freed(at, request);
        request_let_go(request, at);
    } else {
        request_delete(request, at);
    }
    *handle = MPI_REQUEST_NULL;
    return request->general ? NEXT(PMPI_Request_free)(&own) : MPI_SUCCESS;
}

static void start_cancel(const struct world_call *at, uint32_t number)
{
    if (!number)
        return;
    struct world_op operation = rank_operation(OP_CANCEL, at);
    operation.subject.number = number;
    rank_wait(&operation);
}

/* Cancels the operations that are not matched yet. */
/* NOLINTNEXTLINE(readability-non-const-parameter): as MPI declares it */
int world_Cancel(const struct world_call *at, MPI_Request *handle)
{
    struct vrequest *request = request_of(at, *handle);
    if (!request)
        return start_refuse(at, NULL, NULL);
    if (request->operation.kind == OP_COLLECTIVE)
        return start_refuse(at, request, "a collective cannot be cancelled");
    if (request->partitions > 0)
        return start_refuse(at, request, "a partitioned message cannot be cancelled");
    if (!request->active)
        return start_refuse(at, request, "the request is not active");
    if (request->general)
        return NEXT(PMPI_Cancel)(handle);
    /* A thread that waits for the request may end it meanwhile. */
    uint32_t partner = request->partner ? request->partner->number : 0;
    request->cancelled = true;
    start_cancel(at, request->number);
    start_cancel(at, partner);
    return MPI_SUCCESS;
}

/* The library's request calls the program's functions, at the right time and in the right language.
 * The scheduler only knows whether it is complete. */
int world_Grequest_start(const struct world_call *at, MPI_Grequest_query_function *query_fn,
                         MPI_Grequest_free_function *free_fn,
                         MPI_Grequest_cancel_function *cancel_fn, void *extra_state,
                         MPI_Request *handle)
{
    int error = NEXT(PMPI_Grequest_start)(query_fn, free_fn, cancel_fn, extra_state, handle);
    if (error != MPI_SUCCESS)
        return error;
    struct vrequest *request = request_new_general(*handle);
    request->operation = rank_operation(OP_GENERAL, at);
    request_post(request, &request->operation);
    return MPI_SUCCESS;
}

int world_Grequest_complete(const struct world_call *at, MPI_Request handle)
{
    struct vrequest *request = request_of_general(at, handle);
    if (!request || !request->general)
        return start_refuse(at, request, "the request is not a generalised one");
    struct world_op operation = rank_operation(OP_COMPLETE, at);
    operation.subject.number = request->number;
    rank_post(&operation);
    request->known = true;
    if (request->freed)
        request_delete(request, at);
    return NEXT(PMPI_Grequest_complete)(handle);
}

/* completion.c: MPI_Wait, MPI_Test and their relatives. */
#include "runtime/world/request/completion.h"

#include "runtime/next.h"
#include "runtime/world/calls.h"
#include "runtime/world/error/problem.h"

#include <stdlib.h>
#include <string.h>

bool completion_ask(const struct world_call *at, enum wait_mode mode, uint16_t flags, int count,
                    const uint32_t *numbers, bool *chosen)
{
    uint64_t offset;
    uint32_t *list = rank_payload((size_t)count * sizeof *list, &offset);
    for (int i = 0; i < count; i++)
        list[i] = numbers[i];
    struct world_op operation = rank_operation(OP_WAIT, at);
    operation.flags = flags;
    operation.wait = (struct op_wait){.mode = mode, .requests = (uint32_t)count};
    operation.payload = offset;
    bool flag = rank_wait(&operation)->flag != 0;
    for (int i = 0; i < count && chosen; i++)
        chosen[i] = flag && (list[i] & WAIT_CHOSEN) != 0;
    rank_release(offset);
    request_hear();
    return flag;
}

/* The question to the scheduler must not depend on reports that came meanwhile, or an execution
 * could not be reproduced. So a request stands for its own operation first. When the answer to a
 * call says that this one is complete, it stands for its partner's. The parts of a partitioned send
 * are complete by the rank's own calls: when all are ready, only the message is asked for. */
static bool is_halfway(const struct vrequest *request)
{
    bool parts = request->partner && request->operation.kind == OP_GENERAL;
    return request->halfway || (parts && request->partner->active);
}

static uint32_t completion_number_of(const struct vrequest *request)
{
    return is_halfway(request) ? request->partner->number : request->number;
}

static bool none_needed(int count, struct vrequest **active)
{
    for (int i = 0; i < count; i++)
        if (active[i]->number || (active[i]->partner && active[i]->partner->number))
            return false;
    return true;
}

/* Waits for the report of an operation that the scheduler says is complete. */
static void hear_end(const struct vrequest *request)
{
    while (!request->done) {
        rank_ring(); /* more operations were complete than the inbox holds */
        request_hear();
    }
}

/* Takes in the reports of the chosen requests. One with a partner is complete only after its
 * partner; returns whether any is complete. */
static bool keep_complete(int count, struct vrequest **active, bool *chosen)
{
    bool any = false;
    for (int i = 0; i < count; i++) {
        struct vrequest *request = active[i];
        any = any || (chosen[i] && !request->active); /* another thread has completed it */
        if (!request->active || !chosen[i])
            continue;
        hear_end(request);
        if (!request->partner) {
            any = true;
        } else if (is_halfway(request)) {
            hear_end(request->partner);
            any = true;
        } else {
            request->halfway = true;
            chosen[i] = false;
        }
    }
    return any;
}

static bool have_all(int count, const bool *chosen)
{
    for (int i = 0; i < count; i++)
        if (!chosen[i])
            return false;
    return true;
}

/* Lists the operations of a poll's requests that the program does not know to be complete; returns
 * their number. `later`: some operations are known only after others complete, and are not
 * listed. */
static int list_open(int count, struct vrequest **active, uint32_t *numbers, bool *later)
{
    int listed = 0;
    *later = false;
    for (int i = 0; i < count; i++) {
        const struct vrequest *request = active[i], *partner = request->partner;
        if (!request->active || request->known)
            continue;
        if (request->number && !is_halfway(request))
            numbers[listed++] = request->number;
        if (partner && partner->number)
            numbers[listed++] = partner->number;
        *later = *later || (partner && !partner->active);
    }
    return listed;
}

/* Returns whether all are complete, as one question. A poll that asked for one part after the
 * other, and began anew with the next call, could get "yes" and "no" for ever. */
static bool poll_all(const struct world_call *at, int count, struct vrequest **active)
{
    uint32_t *numbers = rank_memory(calloc((size_t)count * 2, sizeof *numbers));
    bool yes = true, later = true;
    while (yes && later) {
        int listed = list_open(count, active, numbers, &later);
        yes = listed == 0 || completion_ask(at, WAIT_FOR_ALL, OP_POLLS, listed, numbers, NULL);
        for (int i = 0; i < count && yes; i++) {
            if (!active[i]->active)
                continue;
            hear_end(active[i]);
            if (active[i]->partner && active[i]->partner->active)
                hear_end(active[i]->partner);
        }
    }
    free(numbers);
    return yes;
}

/* Returns whether the program knows one to be complete: then it must be returned, and the poll
 * cannot fail. */
static bool any_known(int count, struct vrequest **active)
{
    for (int i = 0; i < count; i++)
        if (active[i]->known)
            return true;
    return false;
}

bool completion_of(const struct world_call *at, enum wait_mode mode, bool polls, int count,
                   struct vrequest **active, bool *chosen)
{
    bool whole = mode == WAIT_FOR_ALL || count == 1, yet = true;
    bool done = whole && (none_needed(count, active) || polls);
    if (done) {
        yet = !polls || poll_all(at, count, active);
        for (int i = 0; i < count; i++)
            chosen[i] = yet;
        return yet;
    }
    uint32_t *numbers = rank_memory(calloc((size_t)count, sizeof *numbers));
    uint16_t flags = polls && !any_known(count, active) ? OP_POLLS : 0;
    while (yet && !done) {
        for (int i = 0; i < count; i++)
            numbers[i] = completion_number_of(active[i]);
        yet = completion_ask(at, mode, flags, count, numbers, chosen);
        if (yet)
            done = keep_complete(count, active, chosen) &&
                   (mode != WAIT_FOR_ALL || have_all(count, chosen));
    }
    free(numbers);
    return yet;
}

/* The requests of a call that are active, and their places in its list. */
struct completion {
    struct vrequest **active;
    int *places;
    bool *chosen;
    int count;
};

/* Reports an inactive request that was never started. MPI lets a wait for it return at once. A
 * program may wait before the first start; if it never starts the request, the start was forgotten.
 * A test only asks, so it is a note at most, which a wait for the same request replaces. */
static void check_started(const struct world_call *at, struct vrequest *idle)
{
    bool tests = strncmp(at->name, "MPI_Test", strlen("MPI_Test")) == 0;
    const struct vrequest *message = idle->partner ? idle->partner : idle; /* of MPI_Psend_init */
    struct problem problem = {
        .at = at,
        .rule = "request.missing-start",
        .related = "created at",
        .related_site = (const void *)(uintptr_t)idle->operation.site,
        .idle = {.kind = (enum op_kind)message->operation.kind, .peer = request_peer(message)},
        .idle_context = idle->operation.context,
        .note = tests};
    if (idle->idle && idle->tested && !tests) {
        problem_withdraw(at, idle->idle);
        idle->idle = 0;
    }
    if (!idle->idle) {
        idle->tested = tests;
        idle->idle =
            problem_keep(&problem, "%s is given a persistent request of %s that is never started",
                         at->name, idle->operation.call);
    }
}

/* MPI 4.0, section 11.6.2: two threads must not complete the same request. A request given twice to
 * one call is a different matter. */
static void check_waiter(const struct world_call *at, const struct vrequest *request)
{
    const struct caller *waiter = request->waiter;
    if (!waiter || waiter == callers_current())
        return;
    struct problem problem = {.at = at,
                              .rule = "arg.request",
                              .why = "Two threads must not complete the same request.",
                              .related = "created at",
                              .related_site = (const void *)(uintptr_t)request->operation.site,
                              .peer_call = waiter->call->name,
                              .peer_site = waiter->call->site,
                              .peer = world_rank};
    problem_stop(&problem, "%s is given a request that another thread has given to %s", at->name,
                 waiter->call->name);
}

static struct completion completion_new(const struct world_call *at, int count,
                                        const MPI_Request *handles)
{
    size_t slots = (size_t)(count > 0 ? count : 1);
    struct completion completion = {.active = rank_memory(calloc(slots, sizeof *completion.active)),
                                    .places = rank_memory(calloc(slots, sizeof *completion.places)),
                                    .chosen =
                                        rank_memory(calloc(slots, sizeof *completion.chosen))};
    bool others = false;
    for (int i = 0; i < count; i++) {
        struct vrequest *request = request_of(at, handles[i]);
        if (!request)
            continue;
        if (request->active) {
            check_waiter(at, request);
            request->waiter = callers_current();
            completion.active[completion.count] = request;
            completion.places[completion.count++] = i;
        } else if (request->started) {
            others = true;
        }
    }
    for (int i = 0; i < count && completion.count == 0 && !others; i++)
        if (handles[i] != MPI_REQUEST_NULL)
            check_started(at, request_of(at, handles[i]));
    return completion;
}

static void completion_free(struct completion *completion)
{
    for (int i = 0; i < completion->count; i++)
        completion->active[i]->waiter = NULL;
    free(completion->active);
    free(completion->places);
    free(completion->chosen);
}

static MPI_Status *status_at(MPI_Status *statuses, int index)
{
    return statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : &statuses[index];
}

/* Returns request `i` of those that are complete. One that is listed twice is returned once. */
static int hand_back(const struct world_call *at, const struct completion *completion, int i,
                     MPI_Request *handles, MPI_Status *status)
{
    MPI_Request *handle = &handles[completion->places[i]];
    if (completion->active[i]->active)
        return request_return(completion->active[i], at, handle, status);
    if (completion->active[i]->gone)
        *handle = MPI_REQUEST_NULL;
    return MPI_SUCCESS;
}

/* Sets the errors of a call that completes several requests: if one has an error, every status has
 * its own (MPI 4.0, section 3.7.5). */
static void mark_error(MPI_Status *statuses, int count, int index, int error, bool *any)
{
    if (error == MPI_SUCCESS && !*any)
        return;
    for (int i = 0; i < count && !*any; i++)
        if (statuses != MPI_STATUSES_IGNORE)
            statuses[i].MPI_ERROR = MPI_SUCCESS;
    *any = true;
    if (statuses != MPI_STATUSES_IGNORE)
        statuses[index].MPI_ERROR = error;
}

/* Waitall and Testall. */
static int complete_all(const struct world_call *at, int count, MPI_Request *handles,
                        MPI_Status *statuses, bool polls, bool *done)
{
    struct completion completion = completion_new(at, count, handles);
    bool any = false;
    *done = completion.count == 0 || completion_of(at, WAIT_FOR_ALL, polls, completion.count,
                                                   completion.active, completion.chosen);
    for (int i = 0; i < count && *done; i++)
        status_set_empty(status_at(statuses, i));
    for (int i = 0; i < completion.count && *done; i++) {
        int place = completion.places[i];
        int error = hand_back(at, &completion, i, handles, status_at(statuses, place));
        mark_error(statuses, count, place, error, &any);
    }
    completion_free(&completion);
    return any ? MPI_ERR_IN_STATUS : MPI_SUCCESS;
}

/* Does MPI_Waitany and MPI_Testany: gives the index, or MPI_UNDEFINED if none is active. */
static int complete_any(const struct world_call *at, int count, MPI_Request *handles, int *index,
                        MPI_Status *status, bool polls, bool *done)
{
    struct completion completion = completion_new(at, count, handles);
    int error = MPI_SUCCESS;
    *index = MPI_UNDEFINED;
    *done = true;
    if (completion.count == 0)
        status_set_empty(status);
    else
        *done = completion_of(at, WAIT_FOR_ANY, polls, completion.count, completion.active,
                              completion.chosen);
    for (int i = 0; i < completion.count && *done; i++) {
        if (!completion.chosen[i])
            continue;
        *index = completion.places[i];
        error = hand_back(at, &completion, i, handles, status);
        break;
    }
    completion_free(&completion);
    return error;
}

static int complete_some(const struct world_call *at, int count, MPI_Request *handles,
                         int *done_count, int *indices, MPI_Status *statuses, bool polls)
{
    struct completion completion = completion_new(at, count, handles);
    bool any = false;
    *done_count = completion.count == 0 ? MPI_UNDEFINED : 0;
    bool done = completion.count > 0 && completion_of(at, WAIT_FOR_SOME, polls, completion.count,
                                                      completion.active, completion.chosen);
    for (int i = 0; i < completion.count && done; i++) {
        if (!completion.chosen[i])
            continue;
        int place = (*done_count)++;
        indices[place] = completion.places[i];
        int error = hand_back(at, &completion, i, handles, status_at(statuses, place));
        mark_error(statuses, place + 1, place, error, &any);
    }
    completion_free(&completion);
    return any ? MPI_ERR_IN_STATUS : MPI_SUCCESS;
}

int world_Wait(const struct world_call *at, MPI_Request *request, MPI_Status *status)
{
    int index;
    bool done;
    return complete_any(at, 1, request, &index, status, false, &done);
}

int world_Waitall(const struct world_call *at, int count, MPI_Request *handles,
                  MPI_Status *statuses)
{
    bool done;
    return complete_all(at, count, handles, statuses, false, &done);
}

int world_Waitany(const struct world_call *at, int count, MPI_Request *handles, int *index,
                  MPI_Status *status)
{
    bool done;
    return complete_any(at, count, handles, index, status, false, &done);
}

int world_Waitsome(const struct world_call *at, int incount, MPI_Request *handles, int *outcount,
                   int *indices, MPI_Status *statuses)
{
    return complete_some(at, incount, handles, outcount, indices, statuses, false);
}

int world_Test(const struct world_call *at, MPI_Request *request, int *flag, MPI_Status *status)
{
    int index;
    bool done;
    int error = complete_any(at, 1, request, &index, status, true, &done);
    *flag = done;
    return error;
}

int world_Testall(const struct world_call *at, int count, MPI_Request *handles, int *flag,
                  MPI_Status *statuses)
{
    bool done;
    int error = complete_all(at, count, handles, statuses, true, &done);
    *flag = done;
    return error;
}

int world_Testany(const struct world_call *at, int count, MPI_Request *handles, int *index,
                  int *flag, MPI_Status *status)
{
    bool done;
    int error = complete_any(at, count, handles, index, status, true, &done);
    *flag = done;
    return error;
}

int world_Testsome(const struct world_call *at, int incount, MPI_Request *handles, int *outcount,
                   int *indices, MPI_Status *statuses)
{
    return complete_some(at, incount, handles, outcount, indices, statuses, true);
}

int completion_look(const struct world_call *at, MPI_Request handle, int *flag, MPI_Status *status)
{
    struct vrequest *request = request_of(at, handle);
    bool chosen = false;
    *flag = 1;
    if (!request || !request->active) {
        status_set_empty(status);
        return MPI_SUCCESS;
    }
    *flag = completion_of(at, WAIT_FOR_ALL, true, 1, &request, &chosen);
    if (!*flag)
        return MPI_SUCCESS;
    if (!request->active) { /* another thread has completed it meanwhile */
        status_set_empty(status);
        return MPI_SUCCESS;
    }
    if (request->general)
        return NEXT(PMPI_Request_get_status)(handle, flag, status);
    int error = request_land(request, at);
    request_status(request, status);
    return error;
}

int world_Request_get_status(const struct world_call *at, MPI_Request handle, int *flag,
                             MPI_Status *status)
{
    int error = completion_look(at, handle, flag, status);
    struct vrequest *request = *flag ? request_of(at, handle) : NULL;
    if (request)
        request->known = request->active;
    return error;
}

/* The forms for several requests ask about one after another, as a program could do itself. */
int world_Request_get_status_all(const struct world_call *at, int count, const MPI_Request *handles,
                                 int *flag, MPI_Status *statuses)
{
    int error = MPI_SUCCESS;
    *flag = 1;
    for (int i = 0; i < count && *flag && error == MPI_SUCCESS; i++)
        error = world_Request_get_status(at, handles[i], flag, status_at(statuses, i));
    return error;
}

static bool is_active(const struct world_call *at, MPI_Request handle)
{
    const struct vrequest *request = request_of(at, handle);
    return request && request->active;
}

int world_Request_get_status_any(const struct world_call *at, int count, const MPI_Request *handles,
                                 int *index, int *flag, MPI_Status *status)
{
    bool any = false;
    *index = MPI_UNDEFINED;
    for (int i = 0; i < count; i++) {
        if (!is_active(at, handles[i]))
            continue;
        any = true;
        int error = world_Request_get_status(at, handles[i], flag, status);
        if (*flag)
            *index = i;
        if (*flag || error != MPI_SUCCESS)
            return error;
    }
    *flag = !any;
    if (!any)
        status_set_empty(status);
    return MPI_SUCCESS;
}

int world_Request_get_status_some(const struct world_call *at, int incount,
                                  const MPI_Request *handles, int *outcount, int *indices,
                                  MPI_Status *statuses)
{
    bool any = false;
    int done = 0, error = MPI_SUCCESS;
    for (int i = 0; i < incount && error == MPI_SUCCESS; i++) {
        int flag = 0;
        if (!is_active(at, handles[i]))
            continue;
        any = true;
        error = world_Request_get_status(at, handles[i], &flag, status_at(statuses, done));
        if (flag)
            indices[done++] = i;
    }
    *outcount = any ? done : MPI_UNDEFINED;
    return error;
}

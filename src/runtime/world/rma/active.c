/* active.c: active target synchronisation: fences, and post, start, complete, wait.
 *
 * MPI_Win_post tells each origin, and MPI_Win_complete each target, by a message without data on
 * the window's own communicator. The receives for these messages are posted by MPI_Win_start and
 * MPI_Win_post. MPI_Win_start does not wait; MPI_Win_complete does. */
#include "runtime/world/calls.h"
#include "runtime/world/collective/contribution.h"
#include "runtime/world/comm/construct.h"
#include "runtime/world/comm/group_handles.h"
#include "runtime/world/error/problem.h"
#include "runtime/world/request/completion.h"
#include "runtime/world/rma/epoch.h"
#include "runtime/world/rma/queue.h"

#include <stdio.h>
#include <stdlib.h>

enum { TAG_POST, TAG_COMPLETE };

/* A fence that ends no epoch need not wait for other ranks. */
static void pass_fence(const struct world_call *at, struct vwin *window)
{
    struct collective collective = collective_of(at, window->comm);
    snprintf(collective.alike, sizeof collective.alike, "MPI_MODE_NOPRECEDE");
    collective_need(&collective, 0, 0);
    collective_run(&collective, NULL);
}

int world_Win_fence(const struct world_call *at, int assert, MPI_Win win)
{
    struct vwin *window = window_find(win);
    bool precedes = !(assert &MPI_MODE_NOPRECEDE), ends;
    int code = epoch_check_fence(at, window, precedes, &ends);
    if (code != MPI_SUCCESS)
        return code;
    epoch_note_fence(window, precedes);
    if (!precedes) {
        pass_fence(at, window);
    } else if (window_meet(at, window, ends && rma_waits(window, RMA_ALL_TARGETS)) > 0) {
        if (ends)
            code = rma_apply(at, window, RMA_ALL_TARGETS, NULL);
        window_meet(at, window, 0);
    }
    if (!ends) /* then this rank only took part, for the sake of the others */
        return code;
    window->access = ACCESS_NONE;
    window->fenced = window->within = (struct world_call){0};
    if (!(assert &MPI_MODE_NOSUCCEED)) {
        window->fenced = *at;
        epoch_open(window, ACCESS_FENCE, at);
    }
    return code;
}

static void active_tell(const struct world_call *at, const struct vwin *window, int process,
                        int tag)
{
    struct world_op operation = rank_operation(OP_SEND, at);
    operation.flags = OP_BUFFERED;
    operation.context = window->comm->context;
    operation.message = (struct op_message){.peer = process, .tag = tag};
    rank_post(&operation);
}

static uint32_t active_expect(const struct world_call *at, const struct vwin *window, int process,
                              int tag)
{
    struct world_op operation = rank_operation(OP_RECEIVE, at);
    operation.context = window->comm->context;
    operation.message = (struct op_message){.peer = process, .tag = tag};
    rank_post(&operation);
    return operation.number;
}

/* Gives the ranks of a group in the window, and their number. */
static int active_members_of(const struct world_call *at, const struct vwin *window,
                             MPI_Group handle, int **ranks, int *count)
{
    struct vgroup *group = NULL;
    int code = group_get(at, window->comm->handle, handle, &group);
    if (code != MPI_SUCCESS)
        return code;
    *count = 0;
    *ranks = construct_list(group->size);
    for (int i = 0; i < group->size; i++) {
        (*ranks)[i] = comm_rank_of(window->comm, group->world[i]);
        if ((*ranks)[i] >= 0)
            continue;
        free(*ranks);
        *ranks = NULL;
        struct problem problem = {.at = at, .rule = "arg.other"};
        return problem_raise(&problem, window->comm->handle, MPI_ERR_GROUP,
                             "%s: rank %d of the group is not in the group of the window", at->name,
                             i);
    }
    *count = group->size;
    return MPI_SUCCESS;
}

int world_Win_start(const struct world_call *at, MPI_Group group, int assert, MPI_Win win)
{
    struct vwin *window = window_find(win);
    int *ranks, count;
    int code = epoch_check_start(at, window);
    if (code == MPI_SUCCESS)
        code = active_members_of(at, window, group, &ranks, &count);
    if (code != MPI_SUCCESS)
        return code;
    epoch_open(window, ACCESS_START, at);
    for (int i = 0; i < count; i++) {
        struct target *target = &window->targets[ranks[i]];
        *target = (struct target){.open = true, .opened = *at};
        target->unchecked = (assert &MPI_MODE_NOCHECK) != 0;
        if (!target->unchecked)
            target->post = active_expect(at, window, window->comm->members[ranks[i]], TAG_POST);
    }
    free(ranks);
    return MPI_SUCCESS;
}

int world_Win_complete(const struct world_call *at, MPI_Win win)
{
    struct vwin *window = window_find(win);
    int code = epoch_check_complete(at, window), count = 0;
    if (code != MPI_SUCCESS)
        return code;
    uint32_t *posts = rank_memory(calloc((size_t)window->comm->size, sizeof *posts));
    for (int i = 0; i < window->comm->size; i++)
        if (window->targets[i].open && !window->targets[i].unchecked)
            posts[count++] = window->targets[i].post;
    if (count > 0)
        completion_ask(at, WAIT_FOR_ALL, 0, count, posts, NULL);
    free(posts);
    code = rma_apply(at, window, RMA_ALL_TARGETS, NULL);
    for (int i = 0; i < window->comm->size; i++) {
        if (window->targets[i].open)
            active_tell(at, window, window->comm->members[i], TAG_COMPLETE);
        window->targets[i] = (struct target){0};
    }
    window->access = ACCESS_NONE;
    return code;
}

int world_Win_post(const struct world_call *at, MPI_Group group, int assert, MPI_Win win)
{
    struct vwin *window = window_find(win);
    int *ranks, count;
    int code = epoch_check_post(at, window);
    if (code == MPI_SUCCESS)
        code = active_members_of(at, window, group, &ranks, &count);
    if (code != MPI_SUCCESS)
        return code;
    window->posted = true;
    window->posted_by = *at;
    window->origin_count = count;
    free(window->arrivals);
    window->arrivals = rank_memory(calloc((size_t)count + 1, sizeof *window->arrivals));
    for (int i = 0; i < count; i++) {
        int process = window->comm->members[ranks[i]];
        if (!(assert &MPI_MODE_NOCHECK))
            active_tell(at, window, process, TAG_POST);
        window->arrivals[i] = active_expect(at, window, process, TAG_COMPLETE);
    }
    free(ranks);
    return MPI_SUCCESS;
}

static int end_exposure(const struct world_call *at, struct vwin *window, bool polls, bool *ended)
{
    int code = epoch_check_wait(at, window);
    *ended = !window->posted;
    if (code != MPI_SUCCESS || !window->posted)
        return code;
    *ended =
        window->origin_count == 0 || completion_ask(at, WAIT_FOR_ALL, polls ? OP_POLLS : 0,
                                                    window->origin_count, window->arrivals, NULL);
    window->posted = !*ended;
    return MPI_SUCCESS;
}

int world_Win_wait(const struct world_call *at, MPI_Win win)
{
    bool ended;
    return end_exposure(at, window_find(win), false, &ended);
}

int world_Win_test(const struct world_call *at, MPI_Win win, int *flag)
{
    bool ended;
    int code = end_exposure(at, window_find(win), true, &ended);
    *flag = ended;
    return code;
}

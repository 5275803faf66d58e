#include "runtime/world/epoch.h"

#include "runtime/world/problem.h"
#include "runtime/world/rma.h"

static int refuse(const struct world_call *at, const struct vwin *window,
                  const struct world_call *opened, const char *what)
{
    struct problem problem = {.at = at,
                              .rule = "rma.epoch",
                              .related = opened && opened->site ? "opened at" : NULL,
                              .related_site = opened ? opened->site : NULL};
    return problem_raise(&problem, window->comm->handle, MPI_ERR_RMA_SYNC, "%s: %s", at->name,
                         what);
}

static const char *closer_of(enum access_epoch kind)
{
    switch (kind) {
    case ACCESS_START:
        return "MPI_Win_complete";
    case ACCESS_LOCK:
        return "MPI_Win_unlock";
    case ACCESS_LOCK_ALL:
        return "MPI_Win_unlock_all";
    case ACCESS_FENCE:
    case ACCESS_NONE:
        break;
    }
    return "MPI_Win_fence";
}

/* A fence opens an epoch only if operations follow it. */
static bool is_open(const struct vwin *window)
{
    return window->access != ACCESS_NONE && (window->access != ACCESS_FENCE || window->first);
}

static int refuse_open(const struct world_call *at, const struct vwin *window)
{
    struct problem problem = {
        .at = at, .rule = "rma.epoch", .related = "opened at", .related_site = window->opened.site};
    return problem_raise(&problem, window->comm->handle, MPI_ERR_RMA_SYNC,
                         "%s: the epoch that %s has opened is not closed: %s comes first", at->name,
                         window->opened.name, closer_of(window->access));
}

int epoch_check_access(const struct world_call *at, const struct vwin *window, int target)
{
    struct problem problem = {.at = at, .rule = "rma.epoch"};
    bool each = window->access == ACCESS_START || window->access == ACCESS_LOCK;
    if (window->access != ACCESS_NONE && (!each || window->targets[target].open))
        return MPI_SUCCESS;
    if (!each)
        return refuse(at, window, NULL,
                      "no access epoch is open: MPI_Win_fence, MPI_Win_start or MPI_Win_lock "
                      "comes first");
    problem.related = "opened at";
    problem.related_site = window->opened.site;
    return problem_raise(&problem, window->comm->handle, MPI_ERR_RMA_SYNC,
                         "%s: the epoch that %s has opened does not reach rank %d", at->name,
                         window->opened.name, target);
}

int epoch_check_open(const struct world_call *at, const struct vwin *window, enum access_epoch kind)
{
    if (is_open(window) && !(kind == ACCESS_LOCK && window->access == ACCESS_LOCK))
        return refuse_open(at, window);
    return MPI_SUCCESS;
}

int epoch_check_close(const struct world_call *at, const struct vwin *window,
                      enum access_epoch kind, const char *opener)
{
    struct problem problem = {.at = at, .rule = "rma.epoch"};
    if (window->access == kind)
        return MPI_SUCCESS;
    if (is_open(window))
        return refuse_open(at, window);
    return problem_raise(&problem, window->comm->handle, MPI_ERR_RMA_SYNC,
                         "%s: there was no %s before it", at->name, opener);
}

int epoch_check_locked(const struct world_call *at, const struct vwin *window, int target)
{
    struct problem problem = {.at = at, .rule = "rma.epoch"};
    if (window->access == ACCESS_LOCK_ALL ||
        (window->access == ACCESS_LOCK && window->targets[target].open))
        return MPI_SUCCESS;
    return problem_raise(&problem, window->comm->handle, MPI_ERR_RMA_SYNC,
                         "%s: the window of rank %d is not locked by this rank", at->name, target);
}

void epoch_note_access(struct vwin *window)
{
    bool locked = window->access == ACCESS_LOCK || window->access == ACCESS_LOCK_ALL;
    if (locked && window->fenced.site && !window->within.site)
        window->within = window->opened;
}

void epoch_note_fence(const struct vwin *window, bool precedes)
{
    struct problem problem = {
        .at = &window->within,
        .rule = "rma.epoch",
        .why =
            "A fence opens an epoch if operations and another fence follow. MPI_MODE_NOSUCCEED at "
            "the first, or MPI_MODE_NOPRECEDE at the second, says that there is none.",
        .related = "opened at",
        .related_site = window->fenced.site,
        .note = true};
    if (precedes && window->within.site)
        problem_keep(&problem, "%s is called between two fences, which have an epoch of their own",
                     window->within.name);
}

int epoch_check_fence(const struct world_call *at, const struct vwin *window, bool precedes)
{
    if (window->access != ACCESS_NONE && window->access != ACCESS_FENCE)
        return refuse_open(at, window);
    if (window->posted)
        return refuse(at, window, &window->posted_by,
                      "the exposure epoch of MPI_Win_post is not closed: MPI_Win_wait comes first");
    if (!precedes && window->first)
        return refuse(at, window, &window->first->at,
                      "MPI_MODE_NOPRECEDE says that nothing was done since the last fence, but "
                      "there was");
    return MPI_SUCCESS;
}

int epoch_check_post(const struct world_call *at, const struct vwin *window)
{
    if (window->posted)
        return refuse(at, window, &window->posted_by,
                      "an exposure epoch is open already: MPI_Win_wait comes first");
    if (window->access == ACCESS_FENCE && window->first)
        return refuse_open(at, window);
    return MPI_SUCCESS;
}

int epoch_check_wait(const struct world_call *at, const struct vwin *window)
{
    if (!window->posted)
        return refuse(at, window, NULL, "there was no MPI_Win_post before it");
    return MPI_SUCCESS;
}

int epoch_check_free(const struct world_call *at, const struct vwin *window)
{
    if (is_open(window))
        return refuse_open(at, window);
    if (window->posted)
        return refuse(at, window, &window->posted_by,
                      "the exposure epoch of MPI_Win_post is not closed: MPI_Win_wait comes first");
    return MPI_SUCCESS;
}

void epoch_open(struct vwin *window, enum access_epoch kind, const struct world_call *at)
{
    window->access = kind;
    window->opened = *at;
}

void epoch_report_open(const struct world_call *at)
{
    for (const struct vwin *window = window_first(); window; window = window->next) {
        const struct world_call *opened = window->posted ? &window->posted_by : &window->opened;
        struct problem problem = {
            .at = at, .rule = "rma.epoch", .related = "opened at", .related_site = opened->site};
        if (is_open(window) || window->posted)
            problem_keep(&problem, "the epoch that %s has opened is never closed", opened->name);
    }
}

#include "runtime/world/rma/epoch.h"

#include "runtime/world/error/errors.h"
#include "runtime/world/error/problem.h"
#include "runtime/world/rma/queue.h"

#include <stdarg.h>
#include <stdio.h>

/* Reports an error, unless it follows from the first error of the window's epochs on this rank: an
 * epoch that is missing or opened twice makes further calls wrong. */
__attribute__((format(printf, 3, 4))) static int epoch_tell(struct vwin *window,
                                                            const struct problem *problem,
                                                            const char *format, ...)
{
    char headline[WORLD_HEADLINE];
    va_list arguments;
    if (window->doubtful && errors_are_fatal(window->comm->handle))
        return MPI_SUCCESS;
    va_start(arguments, format);
    vsnprintf(headline, sizeof headline, format, arguments);
    va_end(arguments);
    window->doubtful = true;
    return problem_raise_or_pass(problem, window->comm->handle, MPI_ERR_RMA_SYNC, "%s", headline);
}

static struct problem epoch_problem_of(const struct world_call *at, const struct world_call *opened)
{
    return (struct problem){.at = at,
                            .rule = "rma.epoch",
                            .related = opened && opened->site ? "opened at" : NULL,
                            .related_site = opened ? opened->site : NULL};
}

static int epoch_refuse(const struct world_call *at, struct vwin *window,
                        const struct world_call *opened, const char *what)
{
    struct problem problem = epoch_problem_of(at, opened);
    return epoch_tell(window, &problem, "%s: %s", at->name, what);
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

/* Returns whether an access epoch is open. A fence opens one only if operations follow it. */
static bool is_open(const struct vwin *window)
{
    return window->access != ACCESS_NONE && (window->access != ACCESS_FENCE || window->first);
}

static int refuse_open(const struct world_call *at, struct vwin *window)
{
    struct problem problem = epoch_problem_of(at, &window->opened);
    return epoch_tell(window, &problem,
                      "%s: the epoch that %s has opened is not closed: %s comes first", at->name,
                      window->opened.name, closer_of(window->access));
}

int epoch_check_access(const struct world_call *at, struct vwin *window, int target)
{
    struct problem problem = epoch_problem_of(at, &window->opened);
    bool each = window->access == ACCESS_START || window->access == ACCESS_LOCK;
    if (window->access != ACCESS_NONE && (!each || window->targets[target].open))
        return MPI_SUCCESS;
    if (!each)
        return epoch_refuse(at, window, NULL,
                            "no access epoch is open: MPI_Win_fence, MPI_Win_start or MPI_Win_lock "
                            "comes first");
    return epoch_tell(window, &problem, "%s: the epoch that %s has opened does not reach rank %d",
                      at->name, window->opened.name, target);
}

int epoch_check_open(const struct world_call *at, struct vwin *window, enum access_epoch kind,
                     bool *opens)
{
    *opens = !is_open(window) || (kind == ACCESS_LOCK && window->access == ACCESS_LOCK);
    return *opens ? MPI_SUCCESS : refuse_open(at, window);
}

/* Reports an error after which nobody knows which messages of other ranks belong to the next
 * calls. */
static int end_at(const struct world_call *at, const struct vwin *window,
                  const struct world_call *opened, const char *what)
{
    struct problem problem = epoch_problem_of(at, opened);
    return problem_raise(&problem, window->comm->handle, MPI_ERR_RMA_SYNC, "%s: %s", at->name,
                         what);
}

int epoch_check_start(const struct world_call *at, const struct vwin *window)
{
    return is_open(window)
               ? end_at(at, window, &window->opened, "the epoch before it is not closed")
               : MPI_SUCCESS;
}

int epoch_check_complete(const struct world_call *at, const struct vwin *window)
{
    return window->access == ACCESS_START
               ? MPI_SUCCESS
               : end_at(at, window, NULL, "there was no MPI_Win_start before it");
}

int epoch_check_close(const struct world_call *at, struct vwin *window, enum access_epoch kind,
                      const char *opener)
{
    struct problem problem = epoch_problem_of(at, NULL);
    if (window->access == kind)
        return MPI_SUCCESS;
    if (is_open(window))
        return refuse_open(at, window);
    return epoch_tell(window, &problem, "%s: there was no %s before it", at->name, opener);
}

int epoch_check_locked(const struct world_call *at, struct vwin *window, int target)
{
    struct problem problem = epoch_problem_of(at, NULL);
    if (window->access == ACCESS_LOCK_ALL ||
        (window->access == ACCESS_LOCK && window->targets[target].open))
        return MPI_SUCCESS;
    return epoch_tell(window, &problem, "%s: the window of rank %d is not locked by this rank",
                      at->name, target);
}

int epoch_check_passive(const struct world_call *at, struct vwin *window)
{
    struct problem problem = epoch_problem_of(at, NULL);
    if (window->access == ACCESS_LOCK || window->access == ACCESS_LOCK_ALL)
        return MPI_SUCCESS;
    return epoch_tell(window, &problem, "%s: no window is locked by this rank", at->name);
}

int epoch_check_unlocked(const struct world_call *at, struct vwin *window, int target)
{
    struct problem problem = {.at = at,
                              .rule = "rma.epoch",
                              .related = "locked at",
                              .related_site = window->targets[target].opened.site};
    if (window->access != ACCESS_LOCK || !window->targets[target].open)
        return MPI_SUCCESS;
    return epoch_tell(window, &problem, "%s: this rank has locked the window of rank %d already",
                      at->name, target);
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

int epoch_check_fence(const struct world_call *at, struct vwin *window, bool precedes, bool *ends)
{
    *ends = window->access == ACCESS_NONE || window->access == ACCESS_FENCE;
    if (!*ends)
        return refuse_open(at, window);
    if (window->posted)
        return epoch_refuse(
            at, window, &window->posted_by,
            "the exposure epoch of MPI_Win_post is not closed: MPI_Win_wait comes first");
    if (!precedes && window->first)
        return epoch_refuse(
            at, window, &window->first->at,
            "MPI_MODE_NOPRECEDE says that nothing was done since the last fence, but "
            "there was");
    return MPI_SUCCESS;
}

int epoch_check_post(const struct world_call *at, struct vwin *window)
{
    if (window->posted)
        return end_at(at, window, &window->posted_by,
                      "an exposure epoch is open already: MPI_Win_wait comes first");
    if (window->access == ACCESS_FENCE && window->first)
        return refuse_open(at, window);
    return MPI_SUCCESS;
}

int epoch_check_wait(const struct world_call *at, struct vwin *window)
{
    if (!window->posted)
        return epoch_refuse(at, window, NULL, "there was no MPI_Win_post before it");
    return MPI_SUCCESS;
}

int epoch_check_free(const struct world_call *at, struct vwin *window)
{
    if (window->posted)
        return end_at(at, window, &window->posted_by,
                      "the exposure epoch of MPI_Win_post is not closed: MPI_Win_wait comes first");
    return is_open(window) ? refuse_open(at, window) : MPI_SUCCESS;
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
        if (!window->doubtful && (is_open(window) || window->posted))
            problem_keep(&problem, "the epoch that %s has opened is never closed", opened->name);
    }
}

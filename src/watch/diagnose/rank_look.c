#include "watch/diagnose/rank_look.h"

#include "watch/sample/process_view.h"

#include <string.h>
#include <time.h>

/* Returns the index of the frame that made the call; frames further inside belong to the
 * library. */
static size_t skip_library(const struct beacon_lane *lane, const uint64_t *pcs, size_t count)
{
    for (size_t i = 0; lane && lane->site && i < count; i++)
        if (pcs[i] == lane->site)
            return i;
    return 0;
}

static void keep_path(const struct stack_path *from, struct arena *arena, struct stack_path *path)
{
    *path = *from;
    for (size_t i = 0; i < path->count; i++) {
        path->lines[i].function = arena_copy(arena, path->lines[i].function);
        path->lines[i].file = arena_copy(arena, path->lines[i].file);
    }
    path->mpi_function = arena_copy(arena, path->mpi_function);
}

/* Looks at the rank, if possible in a call of MPI: a rank that polls is outside for a moment
 * between its calls, so several looks are needed. */
static enum sample_status rank_look_at(struct process_view *view, const struct tracked *process,
                                       struct arena *arena, struct thread_stack *stack,
                                       struct error *error)
{
    enum { TRIES = 10 };
    const struct timespec moment = {0, 3000000};
    const struct beacon_lane *lane = tracker_lane(process);
    int thread = lane && lane->thread ? lane->thread : process->identity.pid;
    enum sample_status status = SAMPLE_ENDED;
    for (int i = 0; i < (tracker_polls(process) ? TRIES : 1); i++) {
        if (i > 0)
            nanosleep(&moment, NULL);
        status = process_view_look_at(view, thread, arena, stack, error);
        if (status != SAMPLE_TAKEN || stack->mpi_depth > 0)
            break;
    }
    return status;
}

static enum sample_status look_through(struct process_view *view, const struct tracked *process,
                                       struct arena *arena, struct rank_look *look,
                                       struct error *error)
{
    struct thread_stack stack = {0};
    const struct beacon_lane *lane = tracker_lane(process);
    bool in_call = lane && (tracker_inside(process) || tracker_polls(process));
    enum sample_status status = rank_look_at(view, process, arena, &stack, error);
    if (status == SAMPLE_TAKEN) {
        struct stack_path path;
        process_view_path(view, &stack, arena, &path);
        keep_path(&path, arena, &look->path);
        look->taken = true;
    } else if (in_call && lane->site >= BEACON_FUNCTIONS) {
        stack.pcs = arena_alloc(arena, sizeof *stack.pcs);
        stack.pcs[stack.pc_count++] = lane->site;
    }
    size_t first = in_call ? skip_library(lane, stack.pcs, stack.pc_count) : 0;
    if (stack.pc_count > 0)
        process_view_place(view, stack.pcs + first, stack.pc_count - first,
                           lane && stack.pcs[first] == lane->site, arena, &look->place);
    return status;
}

void rank_look_take(const struct tracked *process, struct arena *arena, struct rank_look *look)
{
    struct process_view *view;
    struct error error;
    *look = (struct rank_look){0};
    if (!process->vitals.alive || descendant_is_another(&process->identity))
        return;
    enum sample_status status = process_view_open(process->identity.pid, &view, &error);
    if (status == SAMPLE_TAKEN) {
        status = look_through(view, process, arena, look, &error);
        process_view_close(view);
    }
    if (status != SAMPLE_TAKEN && status != SAMPLE_ENDED)
        look->refused = arena_copy(arena, error.text);
}

#include "watch/sample/process_view.h"

#include "base/file.h"
#include "watch/sample/refusal.h"
#include "watch/sample/stack_place.h"
#include "watch/sample/stack_reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FRAMES_MAX = 1000, MAPS_MAX = 16 << 20 };

struct process_view {
    pid_t pid;
    struct symbols *symbols;     /* for the own user's process; either this or `reader` is set */
    struct stack_reader *reader; /* for another user's process, if this process is root */
    uint64_t
        unknown; /* a place from which no caller was found, with a new layout either; 0: none */
};

static int start_reader(pid_t pid, uid_t user, gid_t group, struct stack_reader **reader,
                        struct error *error)
{
    char path[64], *maps;
    if (user == STACK_READER_UNKNOWN)
        return error_set(error, ERROR_FAILED, "the owner of process %ld cannot be determined",
                         (long)pid);
    snprintf(path, sizeof path, "/proc/%ld/maps", (long)pid);
    if (file_read(path, MAPS_MAX, &maps, NULL, error) != 0)
        return -1;
    int failed = stack_reader_open(maps, user, group, reader, error);
    free(maps);
    return failed;
}

/* Opens the layout of a view. If that fails, the process is gone, or the kernel does not allow a
 * look. */
static enum sample_status open_layout(struct process_view *view, struct error *error)
{
    uid_t user;
    gid_t group;
    pid_t pid = view->pid;
    if ((stack_reader_needed(pid, &user, &group)
             ? start_reader(pid, user, group, &view->reader, error)
             : symbols_open_pid(pid, &view->symbols, error)) == 0)
        return SAMPLE_TAKEN;
    char state = refusal_state(pid);
    if (state != '\0' && state != 'Z' && state != 'X')
        return SAMPLE_REFUSED;
    error_set(error, ERROR_FAILED, "there is no process %ld, or it has ended", (long)pid);
    return SAMPLE_ENDED;
}

enum sample_status process_view_open(pid_t pid, struct process_view **view, struct error *error)
{
    struct process_view made = {.pid = pid};
    enum sample_status status = open_layout(&made, error);
    if (status != SAMPLE_TAKEN)
        return status;
    *view = memory_alloc(sizeof made);
    **view = made;
    return SAMPLE_TAKEN;
}

void process_view_close(struct process_view *view)
{
    if (!view)
        return;
    symbols_close(view->symbols);
    stack_reader_close(view->reader);
    free(view);
}

/* Unwinds the copied stack. */
static int find_frames(struct process_view *view, const struct thread_sample *sample,
                       struct arena *arena, struct thread_stack *stack, struct error *error)
{
    uint64_t *pcs = memory_alloc(FRAMES_MAX * sizeof *pcs);
    size_t count = 0;
    int status = 0;
    if (!view->reader) {
        status = unwind_copied(view->symbols, &sample->input, pcs, FRAMES_MAX, &count, &stack->end,
                               error);
    } else if (stack_reader_unwind(view->reader, &sample->input, pcs, FRAMES_MAX, &count,
                                   &stack->end, &stack->mpi_depth, error) != 0) {
        /* Whatever the user's files did to the reader, the watch continues. */
        pcs[0] = sample->input.pc;
        count = 1;
        stack->end = UNWIND_FULL;
        stack->mpi_depth = 0;
    }
    if (status == 0) {
        stack->pcs = arena_alloc(arena, (count + 1) * sizeof *stack->pcs);
        stack->pc_count = count;
        memcpy(stack->pcs, pcs, count * sizeof *pcs);
        if (!view->reader)
            stack->mpi_depth = stack_mpi_depth(view->symbols, stack->pcs, count);
    }
    free(pcs);
    return status;
}

/* Unwinds once more with a new layout: the process may have loaded a library since. */
static int find_frames_anew(struct process_view *view, const struct thread_sample *sample,
                            struct arena *arena, struct thread_stack *stack, struct error *error)
{
    struct process_view anew = {.pid = view->pid};
    struct error ignored;
    uint64_t last = stack->pc_count > 0 ? stack->pcs[stack->pc_count - 1] : 0;
    if (last == view->unknown || open_layout(&anew, &ignored) != SAMPLE_TAKEN)
        return 0; /* the old layout stays */
    symbols_close(view->symbols);
    stack_reader_close(view->reader);
    *view = anew;
    int failed = find_frames(view, sample, arena, stack, error);
    if (!failed && stack->end == UNWIND_LOST)
        view->unknown = last;
    return failed;
}

static int take_stack(struct process_view *view, const struct thread_sample *sample,
                      struct arena *arena, struct thread_stack *stack, struct error *error)
{
    memcpy(stack->name, sample->name, sizeof stack->name);
    stack->tid = sample->tid;
    stack->status = sample->status;
    if (sample->status != SAMPLE_TAKEN)
        return 0;
    stack->stop_signal = sample->stop_signal;
    stack->stopped_us += sample->stopped_us;
    stack->turns = sample->turns;
    int status = find_frames(view, sample, arena, stack, error);
    if (status == 0 && stack->end == UNWIND_LOST)
        status = find_frames_anew(view, sample, arena, stack, error);
    return status;
}

/* Looks again with a larger copy, for a stack that continues beyond the copied part: some contain
 * large arrays. */
static int take_larger(struct process_view *view, struct arena *arena, struct thread_stack *stack,
                       struct error *error)
{
    const struct sample_limits limits = {SAMPLE_STACK_MAX, sample_limits_default.seconds};
    struct thread_sample sample;
    struct error ignored;
    if (sample_thread(view->pid, stack->tid, &limits, arena, &sample, &ignored) != SAMPLE_TAKEN)
        return 0;
    return take_stack(view, &sample, arena, stack, error);
}

/* Makes the stack of a thread from its sample, or from a larger one. */
static int take_whole(struct process_view *view, const struct thread_sample *sample,
                      struct arena *arena, struct thread_stack *stack, struct error *error)
{
    *stack = (struct thread_stack){0};
    if (take_stack(view, sample, arena, stack, error) != 0)
        return -1;
    if (stack->status != SAMPLE_TAKEN || stack->end != UNWIND_CUT)
        return 0;
    return take_larger(view, arena, stack, error);
}

enum sample_status process_view_look(struct process_view *view, struct arena *arena,
                                     struct thread_stack **stacks, size_t *count,
                                     struct error *error)
{
    struct process_sample sample;
    enum sample_status status = sample_process(view->pid, NULL, arena, &sample, error);
    if (status != SAMPLE_TAKEN)
        return status;
    struct thread_stack *taken = arena_alloc(arena, sample.count * sizeof *taken);
    for (size_t i = 0; i < sample.count; i++)
        if (take_whole(view, &sample.threads[i], arena, &taken[i], error) != 0)
            return SAMPLE_FAILED;
    *stacks = taken;
    *count = sample.count;
    return SAMPLE_TAKEN;
}

enum sample_status process_view_look_at(struct process_view *view, pid_t tid, struct arena *arena,
                                        struct thread_stack *stack, struct error *error)
{
    struct thread_sample sample;
    struct thread_stack taken;
    enum sample_status status = sample_thread(view->pid, tid, NULL, arena, &sample, error);
    if (status != SAMPLE_TAKEN)
        return status;
    if (take_whole(view, &sample, arena, &taken, error) != 0)
        return SAMPLE_FAILED;
    *stack = taken;
    return SAMPLE_TAKEN;
}

void process_view_place(struct process_view *view, const uint64_t *pcs, size_t count,
                        bool is_return_address, struct arena *arena, struct location *place)
{
    if (view->reader)
        stack_reader_place(view->reader, pcs, count, is_return_address, arena, place);
    else
        stack_place(view->symbols, pcs, count, is_return_address, arena, place);
}

void process_view_path(struct process_view *view, const struct thread_stack *stack,
                       struct arena *arena, struct stack_path *path)
{
    if (view->reader)
        stack_reader_path(view->reader, stack->pcs, stack->pc_count, stack->end, arena, path);
    else
        stack_path_make(view->symbols, stack->pcs, stack->pc_count, stack->end, arena, path);
}

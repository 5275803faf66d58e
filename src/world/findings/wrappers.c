#include "world/findings/wrappers.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <uthash.h>

enum {
    LEVELS = 4,
    NAME_MAX_BYTES = 256,
    LINES_BEFORE = 16 /* within this many lines, a function that only passes calls on has made its
                         call */
};

/* A function that was the innermost one, apart from those that pass calls on, when MPI was called.
 */
struct passing {
    const char *function, *file;
    const char *call; /* name of the MPI function */
    int line, declared;
    bool several;                         /* it makes different calls, or calls at several lines, so
                                             it does more */
    const char *caller;                   /* the function that called it; NULL: none did */
    bool called_by_several, calls_itself; /* calls_itself: also through other functions */
    bool only_place;                      /* all calls of that MPI function came from it */
    bool wraps;                           /* it passes calls on */
};

/* frames with a line of the user's own source */
struct seen {
    const struct world_stack *stack;
    const struct frame **frames; /* those with a line of the user's own */
    size_t count;
    UT_hash_handle hh;
};

struct wrappers {
    struct passing *list;
    size_t count;
};

static bool wrappers_same_text(const char *one, const char *other)
{
    return one == other || (one && other && strcmp(one, other) == 0);
}

static struct passing *passing_of(const struct wrappers *wrappers, const struct frame *frame)
{
    for (size_t i = 0; frame->function && i < wrappers->count; i++)
        if (wrappers_same_text(wrappers->list[i].function, frame->function) &&
            wrappers_same_text(wrappers->list[i].file, frame->file))
            return &wrappers->list[i];
    return NULL;
}

static bool wrappers_wrap(const struct wrappers *wrappers, const struct frame *frame)
{
    const struct passing *passing = wrappers ? passing_of(wrappers, frame) : NULL;
    return passing && passing->wraps;
}

const struct frame *wrappers_place(const struct wrappers *wrappers,
                                   const struct frame *const *frames, size_t count)
{
    const struct frame *innermost = NULL;
    for (size_t i = 0; i < count; i++) {
        if (!symbols_own_line(frames[i]))
            continue;
        if (!wrappers_wrap(wrappers, frames[i]))
            return frames[i];
        innermost = innermost ? innermost : frames[i];
    }
    for (size_t i = 0; i < count && !innermost; i++)
        if (frames[i]->file && frames[i]->line > 0)
            innermost = frames[i];
    return innermost;
}

/* Returns whether the call only asks for something, as any function that passes calls on may do. */
static bool only_asks(const char *call)
{
    static const char *const names[] = {"MPI_Comm_rank",       "MPI_Comm_size", "MPI_Type_size",
                                        "MPI_Type_get_extent", "MPI_Get_count", "MPI_Error_string",
                                        "MPI_Error_class",     "MPI_Comm_c2f",  "MPI_Comm_f2c"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(call, names[i]) == 0)
            return true;
    return false;
}

static size_t own_lines(const struct frame **frames, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (symbols_own_line(frames[i]))
            frames[kept++] = frames[i];
    return kept;
}

/* Collects the stacks of all ranks. It copies them, since running ranks may overwrite them at any
 * time. */
static struct seen *wrappers_collect(const struct world_segment *segment, uint32_t ranks,
                                     struct symbols *symbols, struct arena *arena)
{
    struct seen *all = NULL;
    /* The key covers addresses and call, which are adjacent. */
    const size_t key = sizeof segment->rank[0].stacks[0].addresses + WORLD_CALL;
    for (uint32_t rank = 0; rank < ranks; rank++) {
        const struct world_rank *block = &segment->rank[rank];
        for (uint32_t i = 0; i < block->stack_count && i < WORLD_STACKS; i++) {
            struct world_stack copy = block->stacks[i];
            struct seen *seen;
            copy.call[WORLD_CALL - 1] = '\0';
            HASH_FIND(hh, all, &copy, key, seen);
            if (seen || only_asks(copy.call))
                continue;
            struct world_stack *stack = arena_alloc(arena, sizeof *stack);
            *stack = copy;
            size_t depth = 0;
            while (depth < WORLD_STACK && stack->addresses[depth])
                depth++;
            seen = arena_alloc(arena, sizeof *seen);
            seen->stack = stack;
            seen->count =
                symbols_user_stack(symbols, stack->addresses, depth, true, arena, &seen->frames);
            seen->count = own_lines(seen->frames, seen->count);
            HASH_ADD_KEYPTR(hh, all, stack, key, seen);
        }
    }
    return all;
}

static void note_caller(struct passing *passing, const struct seen *seen, size_t at)
{
    for (size_t i = at + 1; i < seen->count; i++)
        passing->calls_itself |= wrappers_same_text(seen->frames[i]->function, passing->function);
    const char *caller = at + 1 < seen->count ? seen->frames[at + 1]->function : NULL;
    if (!passing->caller)
        passing->caller = caller;
    passing->called_by_several |= caller && !wrappers_same_text(passing->caller, caller);
}

/* Notes and returns the innermost function of a stack that does not pass calls on. */
static struct passing *wrappers_note(struct wrappers *wrappers, const struct seen *seen, bool fresh,
                                     struct arena *arena)
{
    size_t at = 0;
    while (at < seen->count && wrappers_wrap(wrappers, seen->frames[at]))
        at++;
    if (at == seen->count || !seen->frames[at]->function)
        return NULL;
    const struct frame *frame = seen->frames[at];
    struct passing *passing = passing_of(wrappers, frame);
    if (!passing) {
        passing = arena_push(arena, wrappers->list, wrappers->count);
        *passing = (struct passing){.function = frame->function,
                                    .file = frame->file,
                                    .call = seen->stack->call,
                                    .line = frame->line,
                                    .declared = frame->declared};
    }
    if (fresh)
        passing->several |=
            !wrappers_same_text(passing->call, seen->stack->call) || passing->line != frame->line;
    note_caller(passing, seen, at);
    return passing;
}

/* Clears `only_place` for functions that did not make all calls of their MPI function. */
static void find_only_places(struct wrappers *wrappers, const struct seen *all, struct arena *arena)
{
    for (const struct seen *seen = all; seen; seen = seen->hh.next) {
        const struct passing *here = wrappers_note(wrappers, seen, false, arena);
        for (size_t i = 0; i < wrappers->count; i++)
            if (&wrappers->list[i] != here &&
                strcmp(wrappers->list[i].call, seen->stack->call) == 0)
                wrappers->list[i].only_place = false;
    }
}

static void keep_letters(char *out, const char *name)
{
    size_t length = 0;
    for (; *name && length < NAME_MAX_BYTES - 1; name++)
        if (*name != '_')
            out[length++] = (char)tolower((unsigned char)*name);
    out[length] = '\0';
}

/* Returns whether a function such as hypre_MPI_Send is named after MPI_Send. */
static bool is_named_after(const char *function, const char *call)
{
    char name[NAME_MAX_BYTES], of[NAME_MAX_BYTES];
    keep_letters(name, function);
    keep_letters(of, call);
    return strstr(name, of) != NULL;
}

/* Returns whether the call is near the first line of the function: otherwise the function does
 * more. */
static bool is_short(const struct passing *passing)
{
    return passing->declared == 0 || (passing->line >= passing->declared &&
                                      passing->line - passing->declared <= LINES_BEFORE);
}

static bool wrappers_decide(const struct wrappers *wrappers)
{
    bool more = false;
    for (size_t i = 0; i < wrappers->count; i++) {
        struct passing *passing = &wrappers->list[i];
        if (passing->wraps || passing->several || passing->calls_itself || !passing->caller)
            continue;
        passing->wraps = is_named_after(passing->function, passing->call) ||
                         (passing->only_place && passing->called_by_several && is_short(passing));
        more |= passing->wraps;
    }
    return more;
}

struct wrappers *wrappers_find(const struct world_segment *segment, uint32_t ranks,
                               struct symbols *symbols, struct arena *arena)
{
    struct wrappers *wrappers = arena_alloc(arena, sizeof *wrappers);
    struct seen *all = wrappers_collect(segment, ranks, symbols, arena);
    for (int level = 0; level < LEVELS; level++) {
        for (const struct seen *seen = all; seen; seen = seen->hh.next)
            wrappers_note(wrappers, seen, true, arena);
        for (size_t i = 0; i < wrappers->count; i++)
            wrappers->list[i].only_place = true;
        find_only_places(wrappers, all, arena);
        if (!wrappers_decide(wrappers))
            break;
    }
    HASH_CLEAR(hh, all);
    return wrappers;
}

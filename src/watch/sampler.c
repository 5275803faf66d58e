#include "watch/attach.h"

#include "base/clock.h"
#include "base/file.h"
#include "launch/descendants.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PROC_CAP = 16 << 20, PLACES = 64 };

static const double PAUSE = 0.2; /* seconds between looks at all ranks */

/* A file of /proc as text; NULL: there is none. To be freed. */
static char *read_proc(pid_t pid, const char *name, size_t *length)
{
    char path[64], *bytes;
    struct error ignored;
    snprintf(path, sizeof path, "/proc/%ld/%s", (long)pid, name);
    return file_read(path, PROC_CAP, &bytes, length, &ignored) == 0 ? bytes : NULL;
}

static bool has_mpi(pid_t pid)
{
    char *maps = read_proc(pid, "maps", NULL);
    bool has = maps && (strstr(maps, "/libmpi.so") || strstr(maps, "/libmpich.so"));
    free(maps);
    return has;
}

/* What launchers tell a process about its rank; -1: nothing. */
static int rank_of(pid_t pid)
{
    static const char *const names[] = {
        "OMPI_COMM_WORLD_RANK=", "PMI_RANK=", "PMIX_RANK=", "SLURM_PROCID="};
    size_t length = 0;
    char *environment = read_proc(pid, "environ", &length);
    int rank = -1;
    for (size_t i = 0; i < sizeof names / sizeof *names && rank < 0; i++)
        for (const char *at = environment; at && at < environment + length; at += strlen(at) + 1)
            if (strncmp(at, names[i], strlen(names[i])) == 0)
                rank = (int)strtol(at + strlen(names[i]), NULL, 10);
    free(environment);
    return rank;
}

static void add(struct attach *attach, pid_t pid)
{
    for (size_t i = 0; i < attach->count; i++)
        if (attach->ranks[i].pid == pid)
            return;
    *arena_push(&attach->arena, attach->ranks, attach->count) =
        (struct attached){.pid = pid, .rank = rank_of(pid)};
}

static void add_descendants(struct attach *attach, pid_t ancestor)
{
    struct descendants all = descendants_of(ancestor, NULL);
    for (size_t i = 0; i < all.count; i++)
        if (has_mpi(all.items[i].pid))
            add(attach, all.items[i].pid);
    descendants_free(&all);
}

static int by_rank(const void *left, const void *right)
{
    const struct attached *one = left, *other = right;
    if (one->rank != other->rank)
        return one->rank < other->rank ? -1 : 1;
    return (one->pid > other->pid) - (one->pid < other->pid);
}

/* Where launchers said nothing, or the same twice. */
static void number_ranks(struct attach *attach)
{
    bool told = true;
    qsort(attach->ranks, attach->count, sizeof *attach->ranks, by_rank);
    for (size_t i = 0; i < attach->count; i++)
        told = told && attach->ranks[i].rank >= 0 &&
               (i == 0 || attach->ranks[i].rank > attach->ranks[i - 1].rank);
    for (size_t i = 0; !told && i < attach->count; i++)
        attach->ranks[i].rank = (int)i;
}

/* Main thread only: MPI_THREAD_MULTIPLE is beyond the model. */
static bool look_at(struct attach *attach, struct attached *rank, struct arena *arena,
                    struct thread_stack *stack, struct error *error)
{
    enum sample_status status =
        rank->view ? process_view_look_at(rank->view, rank->pid, arena, stack, error)
                   : SAMPLE_ENDED;
    attach->looks_taken++;
    if (status == SAMPLE_TAKEN) {
        if (stack->stopped_us > attach->stopped_us)
            attach->stopped_us = stack->stopped_us;
        return true;
    }
    if (status == SAMPLE_ENDED && rank->view) {
        process_view_close(rank->view);
        rank->view = NULL;
    }
    return false;
}

static int open_views(struct attach *attach, struct error *error)
{
    for (size_t i = 0; i < attach->count; i++) {
        struct attached *rank = &attach->ranks[i];
        struct arena scratch = {0};
        struct thread_stack stack;
        enum sample_status status = process_view_open(rank->pid, &rank->view, error);
        bool seen = status == SAMPLE_TAKEN && look_at(attach, rank, &scratch, &stack, error);
        arena_free(&scratch);
        if (status != SAMPLE_TAKEN)
            rank->view = NULL;
        if (!seen && rank->view)
            return -1;
        if (status != SAMPLE_TAKEN && status != SAMPLE_ENDED)
            return -1;
    }
    return 0;
}

int attach_open(struct attach *attach, const pid_t *pids, size_t count, struct error *error)
{
    *attach = (struct attach){0};
    for (size_t i = 0; i < count; i++)
        if (has_mpi(pids[i]))
            add(attach, pids[i]);
        else
            add_descendants(attach, pids[i]);
    if (attach->count == 0)
        return error_set(error, ERROR_USAGE,
                         "process %ld%s neither uses MPICH or Open MPI nor has started a process "
                         "that does",
                         (long)pids[0], count > 1 ? " (and the others)" : "");
    number_ranks(attach);
    return open_views(attach, error);
}

void attach_start(struct attach *attach, bool paper, double budget)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    attach->budget = budget;
    attach->moved = clock_seconds();
    attach->pause = PAUSE;
    attach->looks = arena_alloc(&attach->arena, attach->count * sizeof *attach->looks);
    if (!paper) {
        attach->gaps = gaps_new();
        return;
    }
    attach->paper = arena_alloc(&attach->arena, sizeof *attach->paper);
    parastack_start(attach->paper, &(struct parastack_options){.ranks = (uint32_t)attach->count,
                                                               .seed = (uint64_t)now.tv_nsec});
}

void attach_close(struct attach *attach)
{
    gaps_free(attach->gaps);
    for (size_t i = 0; i < attach->count; i++)
        if (attach->ranks[i].view)
            process_view_close(attach->ranks[i].view);
    arena_free(&attach->arena);
}

static uint64_t number_of(const char *function)
{
    uint64_t sum = UINT64_C(0xcbf29ce484222325);
    for (; function && *function; function++)
        sum = (sum ^ (unsigned char)*function) * UINT64_C(0x100000001b3);
    return sum;
}

static void look_at_all(struct attach *attach, struct arena *arena, struct stack_look *looks)
{
    for (size_t i = 0; i < attach->count; i++) {
        struct thread_stack stack;
        struct stack_path path;
        struct error error;
        looks[i] = (struct stack_look){.place = STACK_OUTSIDE};
        if (!look_at(attach, &attach->ranks[i], arena, &stack, &error))
            continue;
        process_view_path(attach->ranks[i].view, &stack, arena, &path);
        if (path.in_mpi)
            looks[i] = (struct stack_look){slowdown_place(path.mpi_function),
                                           number_of(path.mpi_function)};
    }
}

/* Two looks at all ranks, a moment apart. */
static bool is_slow(struct attach *attach)
{
    const struct timespec moment = {0, 500000000};
    struct arena arena = {0};
    struct stack_look *looks = arena_alloc(&arena, 2 * attach->count * sizeof *looks);
    look_at_all(attach, &arena, looks);
    nanosleep(&moment, NULL);
    look_at_all(attach, &arena, looks + attach->count);
    bool slow = slowdown_seen(looks, looks + attach->count, attach->count, NULL);
    arena_free(&arena);
    return slow;
}

/* How many of the watched ranks are outside MPI; true: the model has seen enough. */
static bool sample_some(struct attach *attach)
{
    const struct parastack *model = attach->paper;
    struct arena arena = {0};
    uint32_t outside = 0;
    for (uint32_t i = 0; i < model->set_size; i++) {
        struct thread_stack stack;
        struct error error;
        bool seen =
            look_at(attach, &attach->ranks[model->sets[model->set][i]], &arena, &stack, &error);
        outside += seen && !stack.in_mpi;
    }
    arena_free(&arena);
    bool alarm = parastack_feed(attach->paper, outside) == PARASTACK_ALARM;
    attach->pause = model->pause;
    return alarm;
}

/* Where ranks are, each place once. */
static size_t list_places(const struct attach *attach, uint64_t *places)
{
    size_t count = 0;
    for (size_t i = 0; i < attach->count; i++)
        count = gaps_name(places, count, PLACES,
                          attach->looks[i].function * 3 + (uint64_t)attach->looks[i].place);
    return count;
}

/* How long no rank may be seen to move; 0: for ever, since none waits for another. */
static double limit_of(const struct attach *attach, const uint64_t *places, size_t count)
{
    size_t outside = 0;
    for (size_t i = 0; i < attach->count; i++)
        outside += attach->looks[i].place == STACK_OUTSIDE;
    return outside == attach->count
               ? 0
               : gaps_patience(attach->gaps, places, count, outside > 0, attach->budget);
}

/* Whether a rank has moved since the last look; true: none has for too long. */
static bool sample_all(struct attach *attach)
{
    struct arena arena = {0};
    uint64_t places[PLACES];
    size_t count = list_places(attach, places);
    struct stack_look *looks = arena_alloc(&arena, attach->count * sizeof *looks);
    look_at_all(attach, &arena, looks);
    double now = clock_seconds();
    bool moved = slowdown_seen(attach->looks, looks, attach->count, NULL);
    memcpy(attach->looks, looks, attach->count * sizeof *looks);
    arena_free(&arena);
    if (moved) {
        gaps_add_each(attach->gaps, places, count, now - attach->moved);
        attach->moved = now;
    }
    attach->limit = limit_of(attach, places, count);
    return attach->limit > 0 && now - attach->moved > attach->limit;
}

size_t attach_look(struct attach *attach)
{
    size_t alive = 0;
    bool alarm = attach->paper ? sample_some(attach) : sample_all(attach);
    for (size_t i = 0; i < attach->count; i++)
        alive += attach->ranks[i].view != NULL;
    if (!alarm || alive < attach->count)
        return alive;
    attach->hangs = !is_slow(attach);
    if (!attach->hangs) {
        attach->withdrawn++;
        attach->moved = clock_seconds();
        if (attach->paper)
            parastack_alarm_was_slowdown(attach->paper);
        else
            gaps_alarm_was_false(attach->gaps);
    }
    return alive;
}

static const char *explain(const struct attach *attach, struct arena *arena)
{
    const struct parastack *model = attach->paper;
    if (!model)
        return arena_printf(arena,
                            "In %.0f s no rank was seen to move between looks %.1f s apart; by the "
                            "history of the job %.0f s and more come less than %g times a day.",
                            clock_seconds() - attach->moved, attach->pause, attach->limit,
                            attach->budget);
    return arena_printf(
        arena,
        "ParaStack's model: in %llu samples of %u ranks so few were outside MPI at most with "
        "probability %.2f, and it was so %u times in a row. Two looks at all ranks half a second "
        "apart saw none of them move.",
        (unsigned long long)model->samples, model->set_size, model->suspicion.bound,
        model->suspicion.needed);
}

static struct location locate(const struct attached *rank, const struct thread_stack *stack,
                              const struct stack_path *path, struct arena *arena)
{
    struct location location = {.rank = rank->rank, .call = arena_copy(arena, path->mpi_function)};
    for (size_t i = path->count; i > 0 && !location.file; i--) {
        location.file = arena_copy(arena, path->lines[i - 1].file);
        location.line = path->lines[i - 1].line;
        location.function = arena_copy(arena, path->lines[i - 1].function);
    }
    location.stack_count = symbols_format_stack(process_view_symbols(rank->view), stack->pcs,
                                                stack->pc_count, false, arena, &location.stack);
    return location;
}

/* The stack of a rank, in a call of MPI if possible: one that asks again and again is outside for a
 * moment between its calls. */
static bool look_for_call(struct attach *attach, struct attached *rank, struct arena *arena,
                          struct thread_stack *stack, struct stack_path *path)
{
    enum { TRIES = 10 };
    const struct timespec moment = {0, 3000000};
    for (int i = 0; i < TRIES; i++) {
        struct error error;
        if (!look_at(attach, rank, arena, stack, &error))
            return false;
        if (stack->in_mpi)
            break;
        nanosleep(&moment, NULL);
    }
    process_view_path(rank->view, stack, arena, path);
    return true;
}

/* The stacks of all ranks that can be seen; those outside MPI, where to look first, come first. */
static void add_ranks(struct attach *attach, struct document *document, struct finding *finding,
                      struct stack_tree *tree)
{
    struct arena *arena = &document->arena;
    struct location *inside = NULL;
    size_t inside_count = 0;
    for (size_t i = 0; i < attach->count; i++) {
        const struct attached *rank = &attach->ranks[i];
        struct thread_stack stack;
        struct stack_path path;
        if (!look_for_call(attach, &attach->ranks[i], arena, &stack, &path))
            continue;
        stack_tree_add_path(tree, rank->rank, &path);
        struct location location = locate(rank, &stack, &path, arena);
        if (path.in_mpi) {
            *arena_push(arena, inside, inside_count) = location;
        } else {
            *arena_push(arena, finding->locations, finding->location_count) = location;
            *arena_push(arena, finding->ranks, finding->rank_count) = rank->rank;
        }
    }
    for (size_t i = 0; i < inside_count; i++)
        *arena_push(arena, finding->locations, finding->location_count) = inside[i];
}

void attach_diagnose(struct attach *attach, struct document *document, struct stack_tree *tree)
{
    struct arena *arena = &document->arena;
    struct finding *finding = document_add(document, "hang.communication");
    add_ranks(attach, document, finding, tree);
    finding->headline = "the job hangs: all ranks are inside MPI";
    finding->why = explain(attach, arena);
    if (finding->rank_count > 0) {
        finding->rule = "hang.computation";
        finding->headline = arena_printf(
            arena, "the job hangs: rank%s %s outside MPI", finding->rank_count == 1 ? "" : "s",
            arena_printf(arena, "%s %s",
                         finding_rank_text(arena, finding->ranks, finding->rank_count),
                         finding->rank_count == 1 ? "is" : "are"));
        return;
    }
    for (size_t i = 0; i < attach->count; i++)
        *arena_push(arena, finding->ranks, finding->rank_count) = attach->ranks[i].rank;
}

#include "watch/diagnose.h"

#include "watch/process_view.h"

#include <string.h>

enum { NEEDS_SHOWN = 4 }; /* of each rank */

struct diagnosis {
    const struct monitor *monitor;
    const struct board *board;
    double now;
    struct document *document;
    struct finding *finding;
    const struct tracked **ranks; /* by rank */
    int size;
    struct stack_tree *tree;
    struct error *refused;
};

static const char *call_of(const struct diagnosis *at, const struct beacon_lane *lane)
{
    const char *name = board_function(at->board, lane->function);
    return name ? arena_copy(&at->document->arena, name) : "MPI";
}

static void add_argument(struct arena *arena, struct location *location, const char *name, int rank)
{
    if (rank == BEACON_NOBODY || rank == BEACON_UNKNOWN)
        return;
    *arena_push(arena, location->arguments, location->argument_count) = (struct argument){
        name, rank == BEACON_ANY ? "ANY" : arena_printf(arena, "%d", rank), rank != BEACON_ANY};
}

/* Whom and what the call names, in ranks of MPI_COMM_WORLD. */
static void add_arguments(struct arena *arena, const struct beacon_lane *lane,
                          struct location *location)
{
    switch ((enum beacon_kind)lane->kind) {
    case BEACON_SEND:
        add_argument(arena, location, "dest", lane->peer);
        break;
    case BEACON_RECEIVE:
    case BEACON_BOTH:
        add_argument(arena, location, "source", lane->peer);
        add_argument(arena, location, "dest", lane->second);
        break;
    case BEACON_FROM_ROOT:
    case BEACON_TO_ROOT:
        add_argument(arena, location, "root", lane->peer);
        break;
    default:
        return;
    }
    if ((lane->kind == BEACON_SEND || lane->kind == BEACON_RECEIVE) && lane->tag >= 0)
        add_argument(arena, location, "tag", lane->tag);
}

/* The stack, and the innermost place of it that has a line in the user's code. */
static void describe_stack(struct symbols *symbols, const uint64_t *pcs, size_t count,
                           bool is_return_address, struct arena *arena, struct location *location)
{
    const struct frame **frames;
    size_t frame_count = symbols_user_stack(symbols, pcs, count, is_return_address, arena, &frames);
    if (frame_count == 0)
        return;
    const struct frame *place = frames[0];
    for (size_t i = 0; i < frame_count; i++)
        if (frames[i]->file && strcmp(frames[i]->module, frames[frame_count - 1]->module) == 0) {
            place = frames[i];
            break;
        }
    location->file = arena_copy(arena, place->file);
    location->line = place->line;
    location->column = place->column;
    location->function = arena_copy(arena, place->function);
    location->stack_count =
        symbols_format_stack(symbols, pcs, count, is_return_address, arena, &location->stack);
}

/* From the frame that made the call on: what is further inside is the library's. */
static size_t skip_library(const struct beacon_lane *lane, const uint64_t *pcs, size_t count)
{
    for (size_t i = 0; lane && i < count; i++)
        if (pcs[i] == lane->site)
            return i;
    return 0;
}

/* Adds where the rank is to the location and to the tree of all. Where the kernel does not let us
 * look, the place of the call stands for the stack, which the process itself has told. */
static void locate(struct diagnosis *at, const struct tracked *process,
                   const struct beacon_lane *lane, struct location *location)
{
    struct arena *arena = &at->document->arena;
    struct process_view *view;
    struct thread_stack stack = {0};
    struct error error;
    enum sample_status status = process_view_open(process->record.pid, &view, &error);
    if (status == SAMPLE_TAKEN) {
        int thread = lane ? lane->thread : process->record.pid;
        status = process_view_look_at(view, thread, arena, &stack, &error);
        if (status == SAMPLE_TAKEN) {
            struct stack_path path;
            process_view_path(view, &stack, arena, &path);
            stack_tree_add_path(at->tree, process->record.rank, &path);
        } else if (lane && lane->site && location->call) {
            stack.pcs = arena_alloc(arena, sizeof *stack.pcs);
            stack.pcs[stack.pc_count++] = lane->site;
        }
        size_t first = location->call ? skip_library(lane, stack.pcs, stack.pc_count) : 0;
        if (stack.pc_count > 0)
            describe_stack(process_view_symbols(view), stack.pcs + first, stack.pc_count - first,
                           lane && stack.pcs[first] == lane->site, arena, location);
        process_view_close(view);
    }
    if (status != SAMPLE_TAKEN && status != SAMPLE_ENDED && !*at->refused->text)
        *at->refused = error;
}

static void add_rank(struct diagnosis *at, int rank, bool first)
{
    const struct tracked *process = at->ranks[rank];
    struct arena *arena = &at->document->arena;
    struct location location = {.rank = rank};
    const struct beacon_lane *lane = tracker_lane(process);
    if (first)
        *arena_push(arena, at->finding->ranks, at->finding->rank_count) = rank;
    if (lane && (tracker_inside(process) || tracker_polls(process))) {
        location.call = call_of(at, lane);
        add_arguments(arena, lane, &location);
    }
    if (process->vitals.alive)
        locate(at, process, lane, &location);
    *arena_push(arena, at->finding->locations, at->finding->location_count) = location;
}

static bool is_outside(const struct tracked *process)
{
    return process->vitals.alive && atomic_load(&process->record.state) == BEACON_RUNNING &&
           !tracker_inside(process) && !tracker_polls(process);
}

/* Ranks to which the predicate applies, as text; NULL: there are none. */
static const char *ranks_that(const struct diagnosis *at, bool (*applies)(const struct tracked *))
{
    struct arena *arena = &at->document->arena;
    int *list = NULL;
    size_t count = 0;
    for (int i = 0; i < at->size; i++)
        if (at->ranks[i] && applies(at->ranks[i]))
            *arena_push(arena, list, count) = i;
    return count == 0 ? NULL
                      : arena_printf(arena, "rank%s %s", count == 1 ? "" : "s",
                                     finding_rank_text(arena, list, count));
}

static const char *activity(const struct tracked *process)
{
    if (process->vitals.stopped)
        return "it is stopped by a signal or a debugger";
    double ran = process->vitals.processor - process->still.processor;
    if (process->vitals.moved > process->still.moved)
        return "it reads or writes files";
    return ran > 0.05 ? "it keeps a processor busy" : "it does not run";
}

static void describe_proof(struct diagnosis *at)
{
    struct arena *arena = &at->document->arena;
    const struct monitor *monitor = at->monitor;
    int *list = NULL;
    size_t count = 0;
    for (size_t i = 0; i < monitor->stuck_count; i++)
        *arena_push(arena, list, count) = monitor->stuck[i].rank;
    at->finding->headline =
        arena_printf(arena, "deadlock: rank%s %s can never go on", count == 1 ? "" : "s",
                     finding_rank_text(arena, list, count));
    at->finding->why =
        "Each of these ranks waits for one that waits itself, or that has called MPI_Finalize, and "
        "no message is under way that could help: this was proved from the calls that the ranks "
        "are "
        "in and from the messages that they have sent and received.";
    for (size_t i = 0; i < monitor->stuck_count; i++) {
        const struct stuck *stuck = &monitor->stuck[i];
        add_rank(at, stuck->rank, true);
        for (size_t j = 0; j < stuck->need_count && j < NEEDS_SHOWN; j++)
            *arena_push(arena, at->finding->waits, at->finding->wait_count) =
                (struct wait){.rank = stuck->rank,
                              .on = stuck->needs[j],
                              .any = stuck->lane->peer == BEACON_ANY,
                              .why = call_of(at, stuck->lane)};
    }
}

static void describe_still(struct diagnosis *at, const char *outside)
{
    struct arena *arena = &at->document->arena;
    double still = at->now - at->monitor->tracker.progress;
    const char *doing = "";
    for (int i = 0; i < at->size && !*doing; i++)
        if (at->ranks[i] && is_outside(at->ranks[i]))
            doing = activity(at->ranks[i]);
    at->finding->headline =
        outside
            ? arena_printf(arena, "no rank has moved for %.1f s: %s is outside MPI", still, outside)
            : arena_printf(arena, "no rank has moved for %.1f s, all are inside MPI", still);
    at->finding->why = arena_printf(
        arena,
        "In this job ranks have not been still for so long: by its history, %.1f s and more "
        "without any progress come less than %g times a day.%s%s%s",
        at->monitor->limit, at->monitor->budget,
        outside ? " The ranks outside MPI are where to look: " : "", doing, outside ? "." : "");
    for (int step = 0; step < 2; step++)
        for (int i = 0; i < at->size; i++)
            if (at->ranks[i] && is_outside(at->ranks[i]) == (step == 0))
                add_rank(at, i, outside ? step == 0 : true);
}

void diagnose(const struct monitor *monitor, const struct board *board, double now,
              struct document *document, struct stack_tree *tree, struct error *refused)
{
    struct diagnosis at = {.monitor = monitor,
                           .board = board,
                           .now = now,
                           .document = document,
                           .tree = tree,
                           .refused = refused};
    *refused->text = '\0';
    at.size = tracker_ranks(&monitor->tracker, &document->arena, &at.ranks);
    const char *outside = ranks_that(&at, is_outside);
    bool proved = monitor->state == MONITOR_PROVED;
    at.finding =
        document_add(document, proved || !outside ? "hang.communication" : "hang.computation");
    if (proved)
        describe_proof(&at);
    else
        describe_still(&at, outside);
}

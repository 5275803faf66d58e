#include "watch/diagnose/diagnose.h"

#include "watch/diagnose/stack_tree.h"

#include "watch/diagnose/groups.h"

#include <stdlib.h>
#include <string.h>

enum { NEEDS_SHOWN = 4 }; /* limit for each rank */

struct diagnosis {
    const struct monitor *monitor;
    const struct rank_look *looks; /* by process */
    double now;
    struct document *document;
    struct finding *finding;
    const struct tracked **ranks; /* in the order of ranks */
    int size;
    struct stack_tree tree; /* all stacks */
};

static const char *diagnose_name_of(const struct tracked *process)
{
    return process->function ? process->function : "MPI";
}

/* Does the same; the result lives as long as the document. */
static const char *call_of(const struct diagnosis *at, const struct tracked *process)
{
    return arena_copy(&at->document->arena, diagnose_name_of(process));
}

static void diagnose_add_argument(struct arena *arena, struct location *location, const char *name,
                                  int rank)
{
    if (rank == BEACON_NOBODY || rank == BEACON_UNKNOWN)
        return;
    *arena_push(arena, location->arguments, location->argument_count) = (struct argument){
        name, rank == BEACON_ANY ? "ANY" : arena_printf(arena, "%d", rank), rank != BEACON_ANY};
}

/* Adds the peers and the objects that the call names, in ranks of MPI_COMM_WORLD. */
static void diagnose_add_arguments(struct arena *arena, const struct beacon_lane *lane,
                                   struct location *location)
{
    switch ((enum beacon_kind)lane->kind) {
    case BEACON_SEND:
        diagnose_add_argument(arena, location, "dest", lane->peer);
        break;
    case BEACON_RECEIVE:
    case BEACON_BOTH:
        diagnose_add_argument(arena, location, "source", lane->peer);
        diagnose_add_argument(arena, location, "dest", lane->second);
        break;
    case BEACON_FROM_ROOT:
    case BEACON_TO_ROOT:
        diagnose_add_argument(arena, location, "root", lane->peer);
        break;
    default:
        return;
    }
    if ((lane->kind == BEACON_SEND || lane->kind == BEACON_RECEIVE) && lane->tag >= 0)
        diagnose_add_argument(arena, location, "tag", lane->tag);
}

/* Puts the look at the rank into the location, and its stack into the tree of all stacks. */
static void diagnose_locate(struct diagnosis *at, const struct tracked *process,
                            struct location *location)
{
    const struct rank_look *look = &at->looks[process->index];
    if (look->taken)
        stack_tree_add_path(&at->tree, process->record.rank, &look->path);
    location->file = look->place.file;
    location->line = look->place.line;
    location->column = look->place.column;
    location->function = look->place.function;
    location->stack = look->place.stack;
    location->stack_count = look->place.stack_count;
}

static void diagnose_add_rank(struct diagnosis *at, int rank, bool first)
{
    const struct tracked *process = at->ranks[rank];
    struct arena *arena = &at->document->arena;
    struct location location = {.rank = rank};
    const struct beacon_lane *lane = tracker_lane(process);
    if (first)
        *arena_push(arena, at->finding->ranks, at->finding->rank_count) = rank;
    if (lane && (tracker_inside(process) || tracker_polls(process))) {
        location.call = call_of(at, process);
        diagnose_add_arguments(arena, lane, &location);
    }
    diagnose_locate(at, process, &location);
    *arena_push(arena, at->finding->locations, at->finding->location_count) = location;
}

static bool diagnose_is_suspended(const struct tracked *process)
{
    return tracker_alive(process) && process->suspended > 0;
}

static bool is_outside(const struct tracked *process)
{
    return tracker_outside(process) && atomic_load(&process->record.state) == BEACON_RUNNING;
}

/* Returns the ranks to which the predicate applies, as text; NULL: there are none. */
static const char *ranks_that(const struct diagnosis *at, bool (*applies)(const struct tracked *))
{
    struct arena *arena = &at->document->arena;
    int *list = NULL;
    size_t count = 0;
    for (int i = 0; i < at->size; i++)
        if (at->ranks[i] && applies(at->ranks[i]))
            *arena_push(arena, list, count) = i;
    return count == 0
               ? NULL
               : arena_printf(arena, "rank%s %s %s", count == 1 ? "" : "s",
                              finding_rank_text(arena, list, count), count == 1 ? "is" : "are");
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
        "Each of these ranks waits for a rank that is stuck itself, has called MPI_Finalize, or "
        "has ended its last session. No message under way can release them. The proof uses the "
        "calls that the ranks are in and the messages that they have sent and received.";
    for (size_t i = 0; i < monitor->stuck_count; i++) {
        const struct stuck *stuck = &monitor->stuck[i];
        diagnose_add_rank(at, stuck->rank, true);
        for (size_t j = 0; j < stuck->need_count && j < NEEDS_SHOWN; j++)
            *arena_push(arena, at->finding->waits, at->finding->wait_count) =
                (struct wait){.rank = stuck->rank,
                              .on = stuck->needs[j],
                              .any = stuck->lane->peer == BEACON_ANY,
                              .why = call_of(at, at->ranks[stuck->rank])};
    }
}

/* Returns a sentence that says why this is an alarm. */
static const char *diagnose_reason(const struct diagnosis *at)
{
    const struct monitor *monitor = at->monitor;
    const struct parastack *model = monitor->paper;
    if (monitor->suspended)
        return arena_printf(&at->document->arena,
                            "A signal (SIGSTOP, SIGTSTP) stopped a rank more than %.0f s ago, and "
                            "others wait for it. SIGCONT lets it continue.",
                            monitor->limit);
    if (!model)
        return arena_printf(&at->document->arena,
                            "Given the history of this job, a pause of %.1f s or more without any "
                            "progress is expected less than %g times a day.",
                            monitor->limit, monitor->options.budget);
    return arena_printf(
        &at->document->arena,
        "ParaStack's model: in %llu samples of %u ranks, the probability that so few are outside "
        "MPI was at most %.2f, and this happened %u times in a row. Half a second later no rank "
        "had moved.",
        (unsigned long long)model->samples, model->set_size, model->suspicion.bound,
        model->suspicion.needed);
}

static int by_name(const void *left, const void *right)
{
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

/* Returns the call that more than half of the ranks, but not all, are in; NULL: there is none. */
static const char *usual_call(const struct diagnosis *at)
{
    const char **names = NULL, *usual = NULL;
    size_t all = 0, most = 0, same = 0;
    for (int i = 0; i < at->size; i++)
        if (at->ranks[i])
            *arena_push(&at->document->arena, names, all) = diagnose_name_of(at->ranks[i]);
    if (all > 0)
        qsort(names, all, sizeof *names, by_name);
    for (size_t i = 0; i < all; i++) {
        same = i > 0 && strcmp(names[i - 1], names[i]) == 0 ? same + 1 : 1;
        if (same > most) {
            most = same;
            usual = names[i];
        }
    }
    return most * 2 > all && most < all ? usual : NULL;
}

/* No rank moves and none is outside MPI: the ranks to look at are those in another call than
 * most. */
static void describe_inside(struct diagnosis *at, double still)
{
    struct arena *arena = &at->document->arena;
    const char *usual = usual_call(at);
    int *others = NULL;
    size_t count = 0;
    for (int step = 0; step < 2; step++)
        for (int i = 0; i < at->size; i++) {
            bool other =
                usual && at->ranks[i] && strcmp(diagnose_name_of(at->ranks[i]), usual) != 0;
            if (!at->ranks[i] || other != (step == 0))
                continue;
            if (other)
                *arena_push(arena, others, count) = i;
            diagnose_add_rank(at, i, other || !usual);
        }
    const char *rest =
        usual ? arena_printf(arena, ": rank%s %s %s not in %s, where the others are",
                             count == 1 ? "" : "s", finding_rank_text(arena, others, count),
                             count == 1 ? "is" : "are", usual)
              : "";
    at->finding->headline =
        arena_printf(arena, "no rank has moved for %.1f s, all are inside MPI%s", still, rest);
    at->finding->why = diagnose_reason(at);
}

/* Describes a job that stands still because of the ranks to which the predicate applies; `outside`
 * names them. */
static void describe_still(struct diagnosis *at, const char *outside,
                           bool (*applies)(const struct tracked *))
{
    struct arena *arena = &at->document->arena;
    bool suspended = at->monitor->suspended;
    double still = at->now - at->monitor->tracker.progress;
    const char *doing = "";
    int first = 0;
    if (!outside) {
        describe_inside(at, still);
        return;
    }
    for (int i = 0; i < at->size && !*doing; i++)
        if (at->ranks[i] && applies(at->ranks[i])) {
            doing = groups_activity(at->ranks[i]);
            first = i;
        }
    at->finding->headline =
        arena_printf(arena, "no rank has moved for %.1f s: %s %s", still, outside,
                     suspended ? "stopped by a signal" : "outside MPI");
    at->finding->why = suspended ? diagnose_reason(at)
                                 : arena_printf(arena, "%s Look first outside MPI: rank %d %s.",
                                                diagnose_reason(at), first, doing);
    for (int step = 0; step < 2; step++)
        for (int i = 0; i < at->size; i++)
            if (at->ranks[i] && applies(at->ranks[i]) == (step == 0))
                diagnose_add_rank(at, i, step == 0);
}

void diagnose(const struct monitor *monitor, const struct rank_look *looks, double now,
              struct document *document)
{
    struct diagnosis at = {.monitor = monitor, .looks = looks, .now = now, .document = document};
    at.size = tracker_ranks(&monitor->tracker, &document->arena, &at.ranks);
    bool (*applies)(const struct tracked *) =
        monitor->suspended ? diagnose_is_suspended : is_outside;
    const char *outside = ranks_that(&at, applies);
    bool proved = monitor->state == MONITOR_PROVED;
    at.finding =
        document_add(document, proved || !outside ? "hang.communication" : "hang.computation");
    if (proved)
        describe_proof(&at);
    else
        describe_still(&at, outside, applies);
    at.finding->stack_count = stack_tree_list(&at.tree, &document->arena, &at.finding->stacks);
    stack_tree_free(&at.tree);
}

#include "world/process/ending.h"

#include "base/text.h"
#include "world/findings/place.h"
#include "world/process/limits.h"
#include "world/process/processes.h"
#include "world/schedule/state.h"
#include "world/schedule/threads.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SENTENCE_CAP = 4096, ANSWER_MICROSECONDS = 200, ANSWER_TRIES = 1000 };

static const double LOOP_SHARE = 0.5; /* share of the time limit that one rank spends alone */

/* How a rank failed. */
struct ending {
    const char *rule;
    int code;                    /* signal, exit status or error code */
    const struct world_end *end; /* the rank's own record of it; NULL: none */
};

/* Returns whether the rank must still call MPI_Finalize. A rank that started at main() may never
 * have called MPI_Init. */
static bool is_unfinished(const struct scheduler *scheduler, int rank)
{
    const struct world_segment *segment = scheduler->segment;
    return !scheduler->ranks[rank].finalized &&
           (!segment->at_main || segment->rank[rank].began != 0);
}

bool ending_failed(const struct scheduler *scheduler, int rank)
{
    int status = scheduler->segment->rank[rank].status;
    if (!scheduler->ranks[rank].ended)
        return false;
    if (WIFSIGNALED(status) || is_unfinished(scheduler, rank))
        return true;
    return status != 0 && !scheduler->ranks[rank].finalized;
}

static struct ending ending_killed(const struct world_end *end, int signal)
{
    switch ((enum end_kind)end->kind) {
    case END_ASSERT:
        if (end->code == signal)
            return (struct ending){"assert", signal, end};
        break;
    case END_DIVISION:
        if (end->code == signal)
            return (struct ending){"divide.zero", signal, end};
        break;
    case END_SIGNAL:
        if (end->code == signal)
            return (struct ending){"crash.signal", signal, end};
        break;
    default:
        break;
    }
    return (struct ending){"crash.signal", signal, NULL};
}

static struct ending ending_of(const struct scheduler *scheduler, int rank)
{
    const struct world_rank *shared = &scheduler->segment->rank[rank];
    const struct world_end *end = &shared->end;
    int status = shared->status;
    if (!scheduler->ranks[rank].ended)
        return (struct ending){NULL, 0, NULL};
    if (WIFSIGNALED(status))
        return ending_killed(end, WTERMSIG(status));
    if (end->kind == END_ABORT)
        return (struct ending){"crash.abort", end->code, end};
    const struct world_end *said = end->kind == END_EXIT ? end : NULL;
    if (is_unfinished(scheduler, rank))
        return (struct ending){"env.finalize", WEXITSTATUS(status), said};
    return (struct ending){status == 0 ? NULL : "crash.exit", WEXITSTATUS(status), said};
}

bool ending_is_start(const struct world_op *op)
{
    static const char *const calls[] = {"MPI_Bcast",    "MPI_Ibcast", "MPI_Barrier",
                                        "MPI_Ibarrier", "MPI_Comm_",  "MPI_Cart_"};
    switch ((enum op_kind)op->kind) {
    case OP_COLLECTIVE:
        for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
            if (strncmp(op->call, calls[i], strlen(calls[i])) == 0)
                return true;
        return false;
    case OP_WAIT:
    case OP_READ:
    case OP_MEMBERS:
    case OP_FINALIZE:
        return true;
    default:
        return false;
    }
}

/* Returns whether the ranks of a finding ended themselves, and how early. MPI_Abort may end the
 * other ranks wherever they are. An exit status counts as an end at the start only if all ranks end
 * alike, or if all have ended after MPI_Finalize: a rank that leaves while others go on leaves them
 * in a mess. */
static enum own_end own_end_of(const struct scheduler *scheduler, const struct finding *finding,
                               const struct ending *ending)
{
    bool aborted = strcmp(ending->rule, "crash.abort") == 0;
    bool finalized = strcmp(ending->rule, "crash.exit") == 0;
    bool left = strcmp(ending->rule, "env.finalize") == 0 && ending->code != 0;
    enum own_end end = OWN_END_AT_START;
    if (!aborted && !finalized && !left)
        return OWN_END_NONE;
    for (size_t i = 0; i < finding->rank_count; i++) {
        int rank = finding->ranks[i];
        if (scheduler->ranks[rank].worked || scheduler->segment->rank[rank].end.handling)
            end = OWN_END_LATE;
    }
    for (int rank = 0; rank < scheduler->options.ranks; rank++) {
        struct ending other = ending_of(scheduler, rank);
        bool alike = other.rule && strcmp(other.rule, ending->rule) == 0;
        if (other.rule ? !alike : left || (finalized && !scheduler->ranks[rank].ended))
            end = OWN_END_LATE;
    }
    return end;
}

static bool same_ending(const struct ending *left, const struct ending *right)
{
    if (!left->rule || !right->rule || strcmp(left->rule, right->rule) != 0 ||
        left->code != right->code || !left->end != !right->end)
        return false;
    return !left->end || memcmp(left->end->stack, right->end->stack, sizeof left->end->stack) == 0;
}

static const char *ending_headline(struct arena *arena, const char *ranks,
                                   const struct ending *ending)
{
    if (strcmp(ending->rule, "assert") == 0)
        return arena_printf(arena, "%s failed the assertion %.*s", ranks, WORLD_TEXT - 1,
                            ending->end->text);
    if (strcmp(ending->rule, "divide.zero") == 0)
        return arena_printf(arena, "%s divided an integer by zero", ranks);
    if (strcmp(ending->rule, "crash.signal") == 0)
        return arena_printf(arena, "%s ended by signal %d (%s)", ranks, ending->code,
                            strsignal(ending->code));
    if (strcmp(ending->rule, "crash.abort") == 0)
        return arena_printf(arena, "%s called MPI_Abort with error code %d", ranks, ending->code);
    return arena_printf(arena, "%s ended with exit code %d%s", ranks, ending->code,
                        strcmp(ending->rule, "env.finalize") == 0 ? " without calling MPI_Finalize"
                                                                  : "");
}

void ending_report_early(struct document *document, const struct world_end *end, int signal,
                         const char *before)
{
    struct arena *arena = &document->arena;
    struct ending ending = ending_killed(end, signal);
    struct finding *finding = document_add(document, ending.rule);
    finding->headline = arena_printf(arena, "%s before it called %s",
                                     ending_headline(arena, "the program", &ending), before);
    if (!ending.end)
        return;
    struct location *location = arena_push(arena, finding->locations, finding->location_count);
    location->rank = -1;
    location->addresses = stack_copy(arena, end->stack, &location->address_count);
}

static const char *ending_reason(const struct ending *ending)
{
    bool by_signal = strcmp(ending->rule, "crash.signal") == 0;
    if (by_signal && ending->code == SIGKILL)
        return "No program can catch this signal. Another process sent it, or the kernel did "
               "because memory ran out: then its log says so (dmesg). The place is that of the "
               "last MPI call.";
    if (!ending->end)
        return "The place is that of the last MPI call.";
    if (strcmp(ending->rule, "crash.abort") == 0)
        return "MPI_Abort ends all ranks. The other places show where the others were.";
    return NULL;
}

/* Stores the call that the rank waits in, or made last. Local calls are not recorded. */
static void place_last_call(struct scheduler *scheduler, int rank, struct location *location)
{
    const struct world_rank *shared = &scheduler->segment->rank[rank];
    location->rank = rank;
    if (scheduler->ranks[rank].waiting) {
        location_of(scheduler, scheduler->ranks[rank].waiting, location);
    } else if (shared->posted > 0) {
        const struct world_op *last = &shared->ring[(shared->posted - 1) % WORLD_RING];
        location_at(scheduler, rank, world_site_address(last->site), world_site_stack(last->site),
                    location);
        location->call = arena_printf(&scheduler->document->arena, "%.*s", WORLD_CALL, last->call);
    }
}

static void ending_place(struct scheduler *scheduler, int rank, const struct ending *ending,
                         struct location *location)
{
    struct arena *arena = &scheduler->document->arena;
    location->rank = rank;
    if (!ending->end) {
        place_last_call(scheduler, rank, location);
        return;
    }
    location_keep_stack(scheduler, ending->end->stack, location);
    if (ending->end->kind == END_ABORT) {
        location->call = "MPI_Abort";
        *arena_push(arena, location->arguments, location->argument_count) =
            (struct argument){"errorcode", arena_printf(arena, "%d", ending->code), true};
    }
}

void ending_report(struct scheduler *scheduler)
{
    struct arena *arena = &scheduler->document->arena;
    int ranks = scheduler->options.ranks;
    bool reported[WORLD_RANKS_MAX] = {false};
    if (scheduler->stopped)
        return; /* by a finding, and this failure is its consequence */
    for (int rank = 0; rank < ranks; rank++) {
        struct ending ending = ending_of(scheduler, rank);
        if (!ending.rule || reported[rank])
            continue;
        struct finding *finding = document_add(scheduler->document, ending.rule);
        for (int other = rank; other < ranks; other++) {
            struct ending theirs = ending_of(scheduler, other);
            if (reported[other] || !same_ending(&ending, &theirs))
                continue;
            reported[other] = true;
            *arena_push(arena, finding->ranks, finding->rank_count) = other;
            ending_place(scheduler, other, &ending,
                         arena_push(arena, finding->locations, finding->location_count));
        }
        const char *names = finding_rank_text(arena, finding->ranks, finding->rank_count);
        finding->headline = ending_headline(
            arena, arena_printf(arena, "rank%s %s", finding->rank_count > 1 ? "s" : "", names),
            &ending);
        finding->why = ending_reason(&ending);
        finding->own_end = own_end_of(scheduler, finding, &ending);
        for (int other = 0; other < ranks; other++)
            for (const struct operation *each = scheduler->ranks[other].waiting;
                 each && !scheduler->ranks[other].ended; each = each->beside)
                location_of(scheduler, each,
                            arena_push(arena, finding->locations, finding->location_count));
    }
}

int ending_exit_code(const struct scheduler *scheduler)
{
    for (int rank = 0; rank < scheduler->options.ranks; rank++) {
        int status = scheduler->segment->rank[rank].status;
        if (scheduler->ranks[rank].ended && status != 0)
            return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    }
    return 0;
}

/* Asks a running thread where it is. The thread does not continue afterwards. */
static void ask_place(struct scheduler *scheduler, int rank, int thread, struct location *location)
{
    struct world_rank *shared = &scheduler->segment->rank[rank];
    if (processes_rank(scheduler->options.processes, rank) == 0)
        return;
    atomic_store(&shared->lane[0].stack_wanted, 1);
    processes_signal_thread(scheduler->options.processes, rank, thread, SIGABRT);
    for (int i = 0; i < ANSWER_TRIES && atomic_load(&shared->lane[0].stack_wanted) == 1; i++)
        usleep(ANSWER_MICROSECONDS);
    if (atomic_load(&shared->lane[0].stack_wanted) == 2)
        location_keep_stack(scheduler, shared->lane[0].stack, location);
}

size_t ending_doings(struct scheduler *scheduler, struct doing **doings)
{
    struct arena *arena = &scheduler->document->arena;
    size_t count = 0;
    *doings = NULL;
    for (int rank = 0; rank < scheduler->options.ranks; rank++) {
        const struct world_rank *shared = &scheduler->segment->rank[rank];
        /* The signal that interrupts the command ends the ranks too. */
        if (scheduler->ranks[rank].ended && !WIFSIGNALED(shared->status))
            continue;
        struct doing *doing = arena_push(arena, *doings, count);
        doing->at.rank = rank;
        if (scheduler->ranks[rank].waiting) {
            location_of(scheduler, scheduler->ranks[rank].waiting, &doing->at);
        } else if (scheduler->ranks[rank].ended && shared->end.kind == END_SIGNAL) {
            location_keep_stack(scheduler, shared->end.stack, &doing->at);
        } else if (!scheduler->ranks[rank].ended) {
            pid_t process = processes_rank(scheduler->options.processes, rank);
            doing->busy = process > 0 && threads_is_busy(process, process);
            ask_place(scheduler, rank, process, &doing->at);
        }
    }
    return count;
}

/* Reports threads that compute while all ranks wait in calls and nothing can be answered. Such a
 * thread keeps this from being a proven deadlock: it may still compute what the others need, or
 * wait for them without sleeping. */
static void report_threads(struct scheduler *scheduler, const struct doing *doings, size_t count)
{
    struct arena *arena = &scheduler->document->arena;
    struct finding *finding = NULL;
    for (size_t i = 0; i < count; i++) {
        int rank = doings[i].at.rank, thread = threads_busy(scheduler, rank);
        if (!thread)
            continue;
        if (!finding)
            finding = document_add(scheduler->document, "loop");
        struct location *location = arena_push(arena, finding->locations, finding->location_count);
        location->rank = rank;
        ask_place(scheduler, rank, thread, location);
        *arena_push(arena, finding->ranks, finding->rank_count) = rank;
    }
    if (!finding)
        return;
    finding->headline = arena_printf(
        arena, "a thread of rank %d computed for %.1f s without an MPI call, until the time limit",
        finding->ranks[0], scheduler->idle);
    finding->why = "Meanwhile all ranks wait in MPI calls, and none can be answered. If the thread "
                   "waits as well, but without sleeping, this is a deadlock; if it computes what "
                   "the others need, raise the time limit.";
    for (size_t i = 0; i < count; i++)
        *arena_push(arena, finding->locations, finding->location_count) = doings[i].at;
}

void ending_report_loop(struct scheduler *scheduler, const struct doing *doings, size_t count)
{
    struct arena *arena = &scheduler->document->arena;
    const struct doing *busy = NULL;
    for (size_t i = 0; i < count; i++) {
        if (doings[i].at.call)
            continue;
        if (busy || !doings[i].busy)
            return;
        busy = &doings[i];
    }
    if (scheduler->idle < LOOP_SHARE * scheduler->options.seconds)
        return;
    if (!busy)
        report_threads(scheduler, doings, count);
    if (!busy || count < 2)
        return;
    struct finding *finding = document_add(scheduler->document, "loop");
    finding->headline =
        arena_printf(arena, "rank %d computed for %.1f s without an MPI call, until the time limit",
                     busy->at.rank, scheduler->idle);
    finding->why = "Meanwhile all other ranks wait for it. This is not a deadlock: if the "
                   "computation just takes long, raise the time limit.";
    *arena_push(arena, finding->ranks, finding->rank_count) = busy->at.rank;
    *arena_push(arena, finding->locations, finding->location_count) = busy->at;
    for (size_t i = 0; i < count; i++)
        if (&doings[i] != busy)
            *arena_push(arena, finding->locations, finding->location_count) = doings[i].at;
}

void ending_report_endless(struct scheduler *scheduler, double seconds)
{
    struct arena *arena = &scheduler->document->arena;
    struct finding *finding = document_add(scheduler->document, "loop");
    struct doing *doings;
    size_t count = ending_doings(scheduler, &doings);
    for (int wanted = 1; wanted >= 0; wanted--) /* those that compute come first */
        for (size_t i = 0; i < count; i++) {
            const struct location *at = &doings[i].at;
            pid_t process = processes_rank(scheduler->options.processes, at->rank);
            bool computed = process > 0 && limits_processor(process) > LOOP_SHARE * seconds;
            if (computed != wanted || !(computed || at->call))
                continue;
            if (computed)
                *arena_push(arena, finding->ranks, finding->rank_count) = at->rank;
            *arena_push(arena, finding->locations, finding->location_count) = *at;
        }
    finding->headline = arena_printf(
        arena, "rank%s %s computed for more than %g s", finding->rank_count > 1 ? "s" : "",
        finding_rank_text(arena, finding->ranks, finding->rank_count), seconds);
    finding->why = "That is the time limit of a rank. If the computation just takes long, raise "
                   "it.";
}

static bool same_doing(const struct doing *left, const struct doing *right)
{
    const char *files[] = {left->at.file ? left->at.file : "",
                           right->at.file ? right->at.file : ""};
    const char *calls[] = {left->at.call ? left->at.call : "",
                           right->at.call ? right->at.call : ""};
    return left->busy == right->busy && left->at.line == right->at.line &&
           strcmp(files[0], files[1]) == 0 && strcmp(calls[0], calls[1]) == 0;
}

static void say_doing(struct text *text, const struct doing *doing, const char *ranks, bool several)
{
    text_addf(text, "rank%s %s ", several ? "s" : "", ranks);
    if (doing->at.call)
        text_addf(text, "wait%s in %s", several ? "" : "s", doing->at.call);
    else if (doing->busy)
        text_addf(text, "compute%s", several ? "" : "s");
    else
        text_addf(text, "%s outside MPI", several ? "are" : "is");
    if (doing->at.file)
        text_addf(text, " at %s:%d", doing->at.file, doing->at.line);
}

const char *ending_say_doings(struct arena *arena, const struct doing *doings, size_t count)
{
    struct text text;
    text_init(&text, SENTENCE_CAP);
    bool *said = arena_alloc(arena, count + 1);
    for (size_t i = 0; i < count; i++) {
        int *ranks = NULL;
        size_t rank_count = 0;
        for (size_t j = i; j < count && !said[i]; j++) {
            if (said[j] || !same_doing(&doings[i], &doings[j]))
                continue;
            *arena_push(arena, ranks, rank_count) = doings[j].at.rank;
            said[j] = j > i;
        }
        if (rank_count == 0)
            continue;
        if (text.length > 0)
            text_add(&text, "; ");
        say_doing(&text, &doings[i], finding_rank_text(arena, ranks, rank_count), rank_count > 1);
    }
    const char *sentence = arena_copy(arena, text.length ? text.data : "");
    text_free(&text);
    return sentence;
}

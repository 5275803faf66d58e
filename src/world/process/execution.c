#include "base/clock.h"
#include "world/process/stage.h"

#include "world/findings/history.h"
#include "world/findings/place.h"
#include "world/process/ending.h"
#include "world/process/message.h"
#include "world/record/difference.h"
#include "world/schedule/state.h"

#include <limits.h>
#include <linux/futex.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { PATIENCE_MILLISECONDS = 50, COLLECT_MICROSECONDS = 50 };

/* The state of an execution until it goes into the result. */
struct execution {
    struct world *world;
    const struct scheduler_options *options;
    struct scheduler_options own; /* the same, with what the world adds */
    struct document *document;
    struct world_result *result;
    struct difference difference;
    struct doing *doings;
    size_t doing_count;
    double start;
    struct scheduler *scheduler; /* the scheduler of the snapshot; NULL: the execution is a new
                                    one */
    struct location last;        /* the last call before the damage was noticed */
};

static bool execution_should_stop(struct world *world)
{
    if (world->capture)
        capture_limit(world->capture);
    return process_wait(world->process, 0) || stage_interrupted(world) ||
           debugger_failed(world->debugger);
}

/* Tells the scheduler whether to end the execution. */
static bool should_end(void *data)
{
    struct world *world = data;
    if (!stage_is_intact(world))
        return true;
    world->reached = limits_look(world->start, world->ranks, world->processes);
    return world->reached.limit != LIMIT_NONE || execution_should_stop(world);
}

/* Checks between executions whether to stop: many executions are over before the scheduler asks for
 * the first time. */
static bool stopped_between(struct world *world)
{
    double now = clock_seconds();
    if (now - world->asked < PATIENCE_MILLISECONDS * 1e-3)
        return false;
    world->asked = now;
    return execution_should_stop(world);
}

/* Returns whether every rank has ended already, as ranks do that make no call that needs another
 * rank. The process that started them then ends with them, and was not killed. */
static bool execution_all_ended(const struct world *world)
{
    const struct world_segment *segment = world->segment;
    for (uint32_t rank = 0; rank < world->ranks; rank++)
        if (!atomic_load(&segment->rank[rank].ended))
            return false;
    return true;
}

static void leave_unfinished(struct document *document)
{
    document->unfinished = true;
    if (document->verdict == VERDICT_CLEAN)
        document->verdict = VERDICT_INCOMPLETE;
}

/* Resets what belongs to one execution in the segment, except for memory that would have to be
 * mapped anew. No rank runs. */
static void execution_reset(struct world *world)
{
    struct world_segment *segment = world->segment;
    for (uint32_t rank = 0; rank < world->ranks; rank++) {
        struct world_rank *block = &segment->rank[rank];
        block->posted = block->taken = 0;
        block->told = block->heard = 0;
        block->began = 0;
        block->status = 0;
        block->ended = 0;
        block->given_back = 0;
        block->end = (struct world_end){.kind = END_UNSAID};
        for (int lane = 0; lane < (block->mixed ? WORLD_LANES : 1); lane++) {
            block->lane[lane].stack_wanted = 0;
            block->lane[lane].stack[0] = 0;
        }
        block->threaded = block->mixed = 0;
        block->stays = 0;
    }
    stage_announce(world);
    segment->target = 0;
    segment->forks = 0;
    if (world->capture)
        capture_reset(world->capture);
}

static void wake_all(_Atomic uint32_t *word)
{
    syscall(SYS_futex, word, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

/* Wakes a rank for the next execution. A rank that rests looks for an order only when `wake` has
 * changed, and then knows that value as `base`. */
static void order_rank(struct world_rank *block, bool parked, bool before)
{
    if (before)
        block->base = block->lane[0].wake + 1;
    if (parked == before)
        atomic_fetch_add(&block->lane[0].wake, 1);
    if (!parked && !before)
        wake_all(&block->lane[0].wake);
}

static bool has_process(struct world *world, uint32_t rank)
{
    if (atomic_load(&world->segment->rank[rank].process) == 0)
        return false;
    if (processes_rank(world->processes, (int)rank) == 0)
        stage_damage(world, (int)rank, "which process it is");
    return true;
}

/* Starts the next execution in the ranks that have a process, whether they are parked or wait in a
 * call. Returns how many ranks have none. */
static int execution_order(struct world *world)
{
    struct world_segment *segment = world->segment;
    int missing = 0;
    uint32_t last = world->order;
    for (uint32_t i = 0; i <= (world->ranks - 1) / 64; i++)
        segment->calling[i] = 0;
    segment->sleeping = SCHEDULER_AWAKE;
    segment->failed = 0;
    segment->stopper = 0;
    segment->debug = DEBUG_NOT_YET;
    for (uint32_t rank = 0; rank < world->ranks; rank++) {
        missing += !has_process(world, rank);
        order_rank(&segment->rank[rank], segment->rank[rank].parked == last, true);
    }
    segment->started = missing == 0;
    atomic_store(&segment->order, ++world->order);
    wake_all(&segment->order);
    for (uint32_t rank = 0; rank < world->ranks; rank++)
        if (segment->rank[rank].parked < last)
            order_rank(&segment->rank[rank], false, false);
    if (missing > 0) {
        atomic_store(&segment->forked, world->order);
        processes_signal_template(world->processes, SIGCHLD);
    }
    return missing;
}

static bool has_shown(const struct world *world)
{
    return world->maps || atomic_load(&world->segment->shown) != 0 || world->segment->rank[0].ended;
}

/* Waits for ranks that are started by exec: they exist only now, and a rank that shows its memory
 * map waits until it was read. */
static enum outcome await_executed(struct world *world, double start,
                                   const struct scheduler_options *options)
{
    while (!has_shown(world)) {
        if ((process_wait(world->process, 1) && !has_shown(world)) || world->segment->failed)
            return OUTCOME_STOPPED;
        if (stage_interrupted(world))
            return OUTCOME_INTERRUPTED;
        double now = clock_seconds();
        if ((options->seconds > 0 && now - start > options->seconds) ||
            (options->deadline > 0 && now >= options->deadline))
            return OUTCOME_TIME;
    }
    stage_see(world);
    return OUTCOME_ENDED;
}

/* Returns the seconds from when the template was ready until all ranks had returned from MPI_Init;
 * -1: they have not. */
static double start_seconds(const struct world *world)
{
    const struct world_segment *segment = world->segment;
    uint64_t last = 0;
    for (uint32_t rank = 0; rank < world->ranks; rank++) {
        uint64_t began = atomic_load(&segment->rank[rank].began);
        if (!began)
            return -1;
        last = began > last ? began : last;
    }
    return (double)(last - segment->ready) * 1e-9;
}

/* Returns the outcome of an execution that may have been stopped because of a limit. */
static enum outcome execution_limited(struct world *world, enum outcome outcome)
{
    if (outcome == OUTCOME_ENDED || outcome == OUTCOME_STOPPED)
        world->reached = limits_ended(world->start, world->segment, world->ranks);
    else if (outcome != OUTCOME_INTERRUPTED || stage_interrupted(world))
        world->reached.limit = LIMIT_NONE;
    if (world->reached.limit == LIMIT_NONE)
        return outcome;
    return world->reached.limit == LIMIT_PROCESSOR ? OUTCOME_STOPPED : OUTCOME_LIMIT;
}

static void keep_damage(struct execution *execution, struct scheduler *scheduler)
{
    const struct damage damage = scheduler_damage(scheduler);
    struct world *world = execution->world;
    if (!stage_is_intact(world) || !damage.what)
        return;
    world->damage = damage;
    if (damage.op.call[0])
        location_at(scheduler, damage.rank, damage.op.site, damage.op.stack, &execution->last);
}

/* Runs the scheduler, and puts what it knows into document and result. */
static enum outcome execution_schedule(struct execution *execution)
{
    struct world *world = execution->world;
    struct world_result *result = execution->result;
    struct scheduler *scheduler =
        execution->scheduler
            ? execution->scheduler
            : scheduler_new(world->pool, &world->shared, execution->options, execution->document);
    enum outcome outcome = execution_limited(world, scheduler_run(scheduler, should_end, world));
    /* A signal to the command reaches the ranks too: if it ends them, that is no finding. */
    bool well = outcome == OUTCOME_ENDED && ending_exit_code(scheduler) == 0;
    if ((!well || !world->options.repeats) && execution_should_stop(world) &&
        stage_interrupted(world))
        outcome = OUTCOME_INTERRUPTED;
    keep_damage(execution, scheduler);
    execution->difference = scheduler_difference(scheduler);
    result->start_seconds = start_seconds(world);
    result->executed = world->segment->executed != 0;
    for (uint32_t rank = 0; rank < world->ranks; rank++)
        result->mixed = result->mixed || world->segment->rank[rank].mixed != 0;
    result->operations = scheduler_operations(scheduler);
    result->traffic = scheduler_traffic(scheduler);
    result->exit_code = ending_exit_code(scheduler);
    if (world->segment->failed)
        ; /* it does not matter then how ranks ended */
    else if (outcome == OUTCOME_ENDED || outcome == OUTCOME_STOPPED)
        ending_report(scheduler);
    else
        execution->doing_count = ending_doings(scheduler, &execution->doings);
    if (outcome == OUTCOME_TIME)
        ending_report_loop(scheduler, execution->doings, execution->doing_count);
    if (outcome == OUTCOME_STOPPED && world->reached.limit == LIMIT_PROCESSOR)
        ending_report_endless(scheduler, world->start->processor_seconds);
    if (execution->options->picture && outcome == OUTCOME_ENDED)
        history_keep(scheduler);
    scheduler_free(scheduler);
    return outcome;
}

static void report_stop(struct execution *execution)
{
    struct document *document = execution->document;
    for (size_t i = 0; i < execution->doing_count; i++)
        stage_resolve(execution->world, &execution->doings[i].at, &document->arena);
    const char *sentence =
        execution->doing_count == 0
            ? "before MPI_Init"
            : ending_say_doings(&document->arena, execution->doings, execution->doing_count);
    leave_unfinished(document);
    if (execution->result->outcome == OUTCOME_LIMIT) {
        document->coverage = arena_printf(
            &document->arena, "one execution, stopped because %s: %s",
            limits_say(&execution->world->reached, execution->world->start, &document->arena),
            sentence);
        return;
    }
    document->coverage =
        execution->result->outcome == OUTCOME_TIME
            ? arena_printf(&document->arena, "one execution, stopped at the time limit of %g s: %s",
                           execution->options->seconds, sentence)
            : arena_printf(&document->arena, "one execution, interrupted: %s", sentence);
}

/* Stores the place of the rank that could not continue. */
static void place_stop(struct execution *execution, struct location *stop)
{
    const struct world_segment *segment = execution->world->segment;
    int rank = atomic_load(&segment->stopper) - 1;
    if (rank < 0 || (uint32_t)rank >= execution->world->ranks)
        return;
    stop->addresses = stack_copy(&execution->document->arena, segment->rank[rank].end.stack,
                                 &stop->address_count);
    stage_resolve(execution->world, stop, &execution->document->arena);
}

/* Explains why a rank, or the template, could not continue. Returns 1 if other executions are still
 * possible, since ranks that run main() are started anew for each. */
static int explain_failure(struct execution *execution, struct error *error)
{
    struct world_segment *segment = execution->world->segment;
    struct location stop = {0};
    place_stop(execution, &stop);
    const char *message = stage_message(execution->world);
    const struct world_options *options = &execution->world->options;
    if (stop.file && stop.line > 0)
        error_set(error, ERROR_FAILED, "%s:%d: %s", stop.file, stop.line, message);
    else
        error_set(error, ERROR_FAILED, "%s", message);
    if (!options->at_main || !options->repeats || segment->stopper <= 0)
        return -1;
    execution->result->outcome = OUTCOME_LIMIT;
    return 1;
}

/* Explains damage to the memory that ranks and command share, by a store of the program. Nothing
 * else that was found counts then. */
static int explain_damage(struct execution *execution, struct error *error)
{
    const struct damage *damage = &execution->world->damage;
    struct location *last = &execution->last;
    struct arena *arena = &execution->document->arena;
    const char *where = "", *who = "that its ranks share";
    stage_resolve(execution->world, last, arena);
    if (last->file && last->line > 0)
        where = arena_printf(arena, "%s:%d: ", last->file, last->line);
    if (damage->rank >= 0)
        who = arena_printf(arena, "that rank %d shares", damage->rank);
    leave_unfinished(execution->document);
    return error_set(
        error, ERROR_FAILED,
        "%sthe program wrote over the memory %s with Tutti (%s)%s%s: a store through a "
        "wrong pointer or index does that; valgrind and -fsanitize=address find it",
        where, who, damage->what, damage->op.call[0] ? ", about when it called " : "",
        damage->op.call);
}

/* Reports that the program was killed before it had ranks. */
static void report_early_crash(struct execution *execution)
{
    struct document *document = execution->document;
    struct process_result end;
    process_peek(execution->world->process, &end);
    ending_report_early(document, &execution->world->segment->early, end.signal,
                        execution->world->options.at_main ? "main()" : "MPI_Init");
    document->stopped++;
}

/* Waits until the program ends: a script that started it may have something left to do. */
static void await_program(struct execution *execution)
{
    struct world *world = execution->world;
    double seconds = execution->options->seconds;
    while (!process_wait(world->process, PATIENCE_MILLISECONDS) && !stage_interrupted(world) &&
           !(seconds > 0 && clock_seconds() - execution->start > seconds) &&
           !world->segment->failed)
        continue;
}

static void describe_difference(struct execution *execution)
{
    const struct record *record = execution->options->record;
    const struct record *followed = execution->options->followed;
    bool same_program = followed && record->binary_size == followed->binary_size &&
                        record->binary_time == followed->binary_time;
    if (execution->difference.what == SAME)
        return;
    execution->result->difference =
        difference_describe(&execution->difference, stage_symbols(execution->world), same_program,
                            &execution->document->arena);
    leave_unfinished(execution->document);
}

/* Waits until ranks have put themselves back to a snapshot. If others access their memory, all
 * ranks must be back before one continues: it would find there what the last execution has left. */
static void await_back(struct world *world)
{
    enum { LOOK_AGAIN = 1024 };
    struct world_segment *segment = world->segment;
    const double start = clock_seconds();
    for (uint32_t rank = 0; rank < world->ranks; rank++) {
        const struct world_rank *block = &segment->rank[rank];
        for (int i = 1;
             atomic_load(&block->exposed) && !block->stays && atomic_load(&block->process) &&
             atomic_load(&block->resting) != world->order;
             i++) {
            sched_yield();
            if (i % LOOK_AGAIN != 0)
                continue;
            if (process_wait(world->process, 0))
                return;
            if (clock_seconds() - start > STAGE_PATIENCE)
                return stage_damage(world, (int)rank, "whether it is back where it was");
        }
    }
}

static int execution_play(struct execution *execution, struct error *error)
{
    struct world *world = execution->world;
    struct world_segment *segment = world->segment;
    struct document *document = execution->document;
    struct world_result *result = execution->result;
    if (!execution->scheduler)
        execution_reset(world);
    result->forked = execution_order(world);
    if (execution->scheduler)
        await_back(world);
    if (stopped_between(world) && (stage_interrupted(world) || !execution_all_ended(world)))
        result->outcome = OUTCOME_INTERRUPTED;
    else if (!world->maps)
        result->outcome = await_executed(world, execution->start, execution->options);
    if (result->outcome == OUTCOME_ENDED && world->options.debugged >= 0 &&
        debugger_attach(segment, world->options.debugged, world->processes, world->process,
                        &world->debugger, error) != 0)
        return -1;
    if (result->outcome == OUTCOME_ENDED)
        result->outcome = execution_schedule(execution);
    if (result->outcome == OUTCOME_ENDED && !world->options.repeats)
        await_program(execution);
    describe_difference(execution);
    if (segment->failed)
        return explain_failure(execution, error);
    if (result->outcome == OUTCOME_INTERRUPTED && !stage_interrupted(world))
        return error_set(error, ERROR_FAILED,
                         "the process that started the ranks was killed, and the ranks with it");
    if (result->outcome == OUTCOME_TIME || result->outcome == OUTCOME_INTERRUPTED ||
        result->outcome == OUTCOME_LIMIT)
        report_stop(execution);
    else if (segment->executed)
        document->coverage = arena_printf(
            &document->arena,
            "%s; the program has threads before MPI_Init, so each rank was started by exec",
            document->coverage ? document->coverage : "one execution");
    return 0;
}

/* Returns whether the rank can begin the next execution, or has no process that could be in the
 * way. */
static bool is_settled(const struct world_rank *block, uint32_t order)
{
    return !atomic_load(&block->process) || atomic_load(&block->parked) == order ||
           (atomic_load(&block->resting) == order &&
            atomic_load(&block->lane[0].wake) == atomic_load(&block->awaited));
}

static bool await_settled(struct world *world, const struct world_rank *block, int tries)
{
    uint32_t order = world->order;
    for (int i = 0; i < tries && !is_settled(block, order); i++) {
        if (i % 1000 == 0 && process_wait(world->process, 0))
            return false; /* the template has ended, and all ranks with it */
        usleep(COLLECT_MICROSECONDS);
    }
    return is_settled(block, order);
}

/* Counts how often in a row the rank could not be rewound. After several times it is no longer
 * prepared for it. */
static void note_kind(struct world *world, uint32_t rank)
{
    enum { PLAIN_AFTER = 3 };
    if (world->segment->rank[rank].process)
        world->forked[rank] = 0;
    else if (++world->forked[rank] == PLAIN_AFTER)
        world->segment->rank[rank].plain = 1;
}

/* Ends ranks that started at main(), and all processes that they have started: none is used again.
 */
static void clear_ranks(struct world *world)
{
    struct world_segment *segment = world->segment;
    const struct timespec nap = {0, PATIENCE_MILLISECONDS * 1000000L};
    uint32_t cleared;
    atomic_store(&segment->over, world->order);
    for (uint32_t rank = 0; rank < world->ranks; rank++)
        if (segment->rank[rank].process > 0)
            processes_signal_rank(world->processes, (int)rank, SIGKILL);
    if (!process_wait(world->process, 0))
        processes_signal_template(world->processes, SIGCHLD);
    for (double start = clock_seconds();
         (cleared = atomic_load(&segment->cleared)) != world->order &&
         !process_wait(world->process, 0);) {
        if (clock_seconds() - start > STAGE_PATIENCE)
            return stage_damage(world, -1, "which processes there are");
        syscall(SYS_futex, &segment->cleared, FUTEX_WAIT, cleared, &nap, NULL, 0);
    }
}

/* Makes the remaining ranks rest until the next execution, or ends those that cannot. Ranks that
 * compute get a moment to reach a call of MPI. */
static void execution_settle_ranks(struct world *world)
{
    enum { MOMENT = 100, LAST = 40000 };
    struct world_segment *segment = world->segment;
    atomic_store(&segment->over, world->order);
    for (uint32_t rank = 0; rank < world->ranks; rank++) {
        struct world_rank *block = &segment->rank[rank];
        if (world->options.repeats && await_settled(world, block, block->plain ? 0 : MOMENT))
            continue;
        processes_signal_rank(world->processes, (int)rank, SIGKILL);
        if (!await_settled(world, block, LAST) && !process_wait(world->process, 0))
            stage_damage(world, (int)rank, "which process it is");
    }
    for (uint32_t rank = 0; rank < world->ranks; rank++)
        note_kind(world, rank);
}

static void keep_ends(struct world *world)
{
    for (uint32_t rank = 0; rank < world->ranks; rank++)
        world->ends[rank] = (struct world_rank_end){
            .ended = world->segment->rank[rank].ended,
            .status = world->segment->rank[rank].status,
        };
}

static const char *read_capture(void *data, int rank, int stream, size_t *length)
{
    return capture_read(data, rank, stream, length);
}

static void keep_lengths(struct world *world)
{
    for (uint32_t rank = 0; world->capture && rank < world->ranks; rank++)
        for (int stream = 0; stream < 2; stream++)
            world->ends[rank].length[stream] = capture_length(world->capture, (int)rank, stream);
}

int world_execute(struct world *world, const struct scheduler_options *options,
                  struct document *document, struct world_result *result, struct error *error)
{
    return world_execute_from(world, 0, options, document, result, error);
}

int world_execute_from(struct world *world, size_t level, const struct scheduler_options *options,
                       struct document *document, struct world_result *result, struct error *error)
{
    struct execution execution = {.world = world,
                                  .own = *options,
                                  .document = document,
                                  .result = result,
                                  .difference = {.what = SAME},
                                  .start = clock_seconds()};
    execution.options = &execution.own;
    execution.own.misfit = stage_misfit;
    execution.own.misfit_data = world;
    execution.own.processes = world->processes;
    if (level > 0 && !(execution.scheduler = stage_restore(world, level, &execution.own, document)))
        return 1;
    *result = (struct world_result){.outcome = world->outcome, .start_seconds = -1};
    if (world->outcome == OUTCOME_STOPPED) {
        report_early_crash(&execution);
        world_resolve(world, document);
        return 0;
    }
    if (world->outcome != OUTCOME_ENDED) {
        report_stop(&execution);
        return 0;
    }
    if (world->options.at_main && stage_begin(world, options, error) != 0)
        return -1;
    world->start = world->options.at_main ? options->start : NULL;
    world->reached.limit = LIMIT_NONE;
    int failed = execution_play(&execution, error);
    if (!world->options.repeats)
        world_resolve(world, document); /* also if the execution could not continue */
    if (world->debugger) {
        if (debugger_finish(world->debugger, world->process, error) != 0)
            failed = -1;
        world->debugger = NULL;
    }
    stage_is_intact(world);
    keep_ends(world);
    if (world->options.at_main && world->options.repeats)
        clear_ranks(world);
    else
        execution_settle_ranks(world);
    keep_lengths(world);
    if (world->capture)
        message_add(document, read_capture, world->capture);
    result->ranks = world->ends;
    if (world->damage.what && !stage_interrupted(world))
        failed = explain_damage(&execution, error);
    return failed;
}

#include "world/schedule/scheduler.h"

#include "base/clock.h"
#include "base/processors.h"
#include "world/choice/alternatives.h"
#include "world/choice/choices.h"
#include "world/findings/absent.h"
#include "world/findings/conflict.h"
#include "world/findings/deadlock.h"
#include "world/findings/left.h"
#include "world/findings/problem.h"
#include "world/process/ending.h"
#include "world/process/processes.h"
#include "world/record/follow.h"
#include "world/schedule/access.h"
#include "world/schedule/buffering.h"
#include "world/schedule/collect.h"
#include "world/schedule/elapsed.h"
#include "world/schedule/intake.h"
#include "world/schedule/match.h"
#include "world/schedule/pointer.h"
#include "world/schedule/space.h"
#include "world/schedule/threads.h"

#include <errno.h>
#include <linux/futex.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <utlist.h>

enum {
    NAP_MILLISECONDS = 50, /* interval at which the scheduler asks whether to stop */
};

/* After a rank has failed, the others go as far as they can, but no longer than this. */
static const double GRACE_SECONDS = 1;

struct scheduler *scheduler_new(struct pool *pool, const struct shared *shared,
                                const struct scheduler_options *options, struct document *document)
{
    struct scheduler *scheduler = pool_zero(pool, 1, sizeof *scheduler);
    scheduler->pool = pool;
    scheduler->shared = *shared;
    scheduler->segment = shared->segment;
    scheduler->options = *options;
    scheduler->document = document;
    scheduler->ranks = pool_zero(scheduler->pool, (size_t)options->ranks, sizeof *scheduler->ranks);
    scheduler->next_context = WORLD_CONTEXT_SELF + options->ranks;
    collect_start(scheduler);
    if (options->exploration)
        known_start(scheduler);
    return scheduler;
}

void scheduler_free(struct scheduler *scheduler)
{
    for (int rank = 0; rank < scheduler->options.ranks; rank++)
        free(scheduler->ranks[rank].history);
    left_free(scheduler);
    pool_clear(scheduler->pool);
}

struct scheduler_copy {
    struct scheduler *scheduler; /* address of the scheduler in the pool */
    struct pool_copy *pool;
};

struct scheduler_copy *scheduler_save(struct scheduler *scheduler, size_t *bytes)
{
    struct scheduler_copy *copy = memory_zero(1, sizeof *copy);
    copy->scheduler = scheduler;
    copy->pool = pool_save(scheduler->pool, bytes);
    return copy;
}

struct scheduler *scheduler_restore(const struct scheduler_copy *copy,
                                    const struct scheduler_options *options,
                                    struct document *document)
{
    pool_restore(copy->pool);
    struct scheduler *scheduler = copy->scheduler;
    scheduler->options = *options;
    scheduler->document = document;
    choices_restored(scheduler);
    return scheduler;
}

void scheduler_forget_copy(struct scheduler_copy *copy)
{
    pool_forget(copy->pool);
    free(copy);
}

void scheduler_forget(struct scheduler *scheduler, struct operation *operation)
{
    HASH_DEL(scheduler->ranks[operation->rank].operations, operation);
    pool_free(operation->numbers);
    pool_free(operation->needs);
    pool_free(operation->ranges);
    cause_drop(operation->posted);
    cause_drop(operation->done);
    instant_drop(operation->knew);
    instant_drop(operation->gained);
    pool_free(operation);
}

void scheduler_give_back(const struct scheduler *scheduler, uint64_t payload)
{
    if (payload)
        shared_give_back(&scheduler->shared, payload);
}

struct world_lane *scheduler_lane(const struct scheduler *scheduler,
                                  const struct operation *operation)
{
    return &scheduler->segment->rank[operation->rank].lane[operation->op.lane];
}

static void scheduler_wake(struct world_lane *lane)
{
    atomic_fetch_add(&lane->wake, 1);
    if (atomic_load(&lane->asleep))
        syscall(SYS_futex, &lane->wake, FUTEX_WAKE, 1, NULL, NULL, 0);
}

void scheduler_answer(struct scheduler *scheduler, struct operation *operation,
                      const struct world_answer *answer)
{
    struct world_lane *lane = scheduler_lane(scheduler, operation);
    if (scheduler_sleeps(scheduler, operation)) /* its rank may have ended */
        LL_DELETE2(scheduler->ranks[operation->rank].waiting, operation, beside);
    lane->answer = *answer;
    scheduler_wake(lane);
}

bool scheduler_sleeps(const struct scheduler *scheduler, const struct operation *operation)
{
    const struct operation *each = scheduler->ranks[operation->rank].waiting;
    while (each && each != operation)
        each = each->beside;
    return each != NULL;
}

struct operation *scheduler_waiting(const struct scheduler *scheduler, int rank, enum op_kind kind)
{
    struct operation *each = scheduler->ranks[rank].waiting;
    while (each && each->op.kind != kind)
        each = each->beside;
    return each;
}

/* Moves completions into the rank's inbox, in order, as far as there is room. */
static void scheduler_tell(struct scheduler *scheduler, int rank)
{
    struct rank_state *state = &scheduler->ranks[rank];
    struct world_rank *shared = &scheduler->segment->rank[rank];
    size_t done = 0;
    for (uint32_t room = intake_room(scheduler, rank); done < state->untold_count && room > 0;
         room--) {
        shared->inbox[state->told % WORLD_INBOX] = state->untold[done++];
        atomic_store_explicit(&shared->told, ++state->told, memory_order_release);
    }
    if (done > 0) {
        state->untold_count -= done;
        memmove(state->untold, state->untold + done, state->untold_count * sizeof *state->untold);
    }
}

static void tell_later(struct scheduler *scheduler, struct rank_state *state,
                       const struct world_answer *answer)
{
    state->untold = pool_room(scheduler->pool, state->untold, state->untold_count,
                              &state->untold_space, sizeof *state->untold);
    state->untold[state->untold_count++] = *answer;
}

struct operation *scheduler_find(const struct scheduler *scheduler, int rank, uint32_t number)
{
    struct operation *operation;
    HASH_FIND(hh, scheduler->ranks[rank].operations, &number, sizeof number, operation);
    return operation;
}

/* An operation that is not in the table is complete, and its rank knows. */
bool scheduler_is_complete(const struct scheduler *scheduler, int rank, uint32_t number)
{
    const struct operation *operation = number ? scheduler_find(scheduler, rank, number) : NULL;
    return !operation || operation->complete;
}

static void scheduler_choose(struct scheduler *scheduler, struct operation *wait, uint32_t index)
{
    uint32_t *shared = (uint32_t *)((char *)scheduler->segment + wait->op.payload);
    shared[index] |= WAIT_CHOSEN;
}

/* Counts incomplete requests once per call, so that the cost per request does not grow. */
static void count_awaited(struct scheduler *scheduler, struct operation *wait)
{
    for (uint32_t i = 0; i < wait->op.wait.requests; i++) {
        struct operation *operation =
            wait->numbers[i] ? scheduler_find(scheduler, wait->rank, wait->numbers[i]) : NULL;
        if (!operation || operation->complete || operation->awaited_by == wait->op.number)
            continue;
        if (operation->op.kind == OP_WAIT) /* it could be this call itself */
            intake_damage(scheduler, wait->rank, &wait->op, "what it waits for");
        operation->awaited_by = wait->op.number;
        wait->awaited++;
    }
}

void scheduler_end_wait(struct scheduler *scheduler, struct operation *wait, enum choice_kind kind,
                        uint64_t what)
{
    for (uint32_t i = 0; i < wait->op.wait.requests; i++)
        if (choice_takes(kind, what, i) &&
            scheduler_is_complete(scheduler, wait->rank, wait->numbers[i])) {
            scheduler_choose(scheduler, wait, i);
            known_waited(scheduler, wait, i);
            order_waited(scheduler, wait, i);
            space_waited(scheduler, wait, i);
        }
    history_done(scheduler, wait);
    scheduler_tell(scheduler, wait->rank);
    scheduler->ranks[wait->rank].polls = 0;
    scheduler_answer(scheduler, wait, &(struct world_answer){.flag = 1});
    scheduler_forget(scheduler, wait);
}

static void count_again(const struct scheduler *scheduler, struct operation *wait)
{
    wait->awaited = 0;
    for (uint32_t i = 0; i < wait->op.wait.requests; i++)
        wait->awaited += !scheduler_is_complete(scheduler, wait->rank, wait->numbers[i]);
}

/* Whether a call that waits for requests has only one way to end, whatever comes. Which of several
 * requests are complete depends on how fast ranks are, so that is left for a quiescent point. */
static bool wait_is_determined(const struct scheduler *scheduler, const struct operation *wait)
{
    const struct op_wait *op = &wait->op.wait;
    uint32_t complete = 0;
    if (op->mode == WAIT_FOR_ALL)
        return wait->awaited == 0;
    if (op->requests == 0 || (op->mode == WAIT_FOR_ANY && op->requests > 1))
        return false;
    for (uint32_t i = 0; i < op->requests; i++)
        complete += scheduler_is_complete(scheduler, wait->rank, wait->numbers[i]);
    return complete == op->requests;
}

/* Answers a call that waits for requests, if nothing is left to decide. */
static void try_wait(struct scheduler *scheduler, struct operation *wait)
{
    uint32_t space = space_free(scheduler, wait);
    if (space > 0)
        scheduler_end_wait(scheduler, wait, CHOICE_ANY, space);
    else if (!(scheduler->known && alternatives_open(wait)) && wait_is_determined(scheduler, wait))
        scheduler_end_wait(scheduler, wait, CHOICE_SOME, CHOICE_EVERY);
}

/* Answers the calls that wait for an operation that is complete now. The operation knows the last
 * call that asked for it; if several threads call, others may wait for it as well, even in
 * MPI_Request_get_status or MPI_Parrived. */
static void go_on(struct scheduler *scheduler, const struct rank_state *state, uint32_t awaited_by)
{
    struct operation *wait = state->waiting, *next;
    for (; wait; wait = next) {
        next = wait->beside;
        bool mixed = scheduler->segment->rank[wait->rank].mixed != 0;
        if (wait->op.kind != OP_WAIT || (awaited_by != wait->op.number && !mixed))
            continue;
        if (mixed)
            count_again(scheduler, wait);
        else
            wait->awaited--;
        try_wait(scheduler, wait);
    }
}

void scheduler_complete(struct scheduler *scheduler, struct operation *operation,
                        const struct world_answer *answer)
{
    struct rank_state *state = &scheduler->ranks[operation->rank];
    bool blocking = (operation->op.flags & OP_WAITS) != 0;
    operation->complete = true;
    history_done(scheduler, operation);
    known_complete(scheduler, operation);
    order_complete(scheduler, operation);
    operation->answer = *answer;
    operation->answer.number = operation->op.number;
    /* A collective is kept until all members have read it, a buffered send until it is matched. */
    bool over = operation->op.kind != OP_COLLECTIVE && !operation->queued;
    state->polls = 0;
    if (!access_is(operation))
        state->spin.idle = 0;
    if (blocking) {
        scheduler_answer(scheduler, operation, &operation->answer);
    } else {
        tell_later(scheduler, state, &operation->answer);
        scheduler_tell(scheduler, operation->rank);
    }
    uint32_t awaited_by = operation->awaited_by;
    if (over)
        scheduler_forget(scheduler, operation);
    if (!blocking)
        go_on(scheduler, state, awaited_by);
}

void scheduler_ask_stacks(struct scheduler *scheduler)
{
    enum { TRIES = 2000, TRY_MICROSECONDS = 100 };
    if (!scheduler->options.record)
        return; /* nobody will read it */
    for (int rank = 0; rank < scheduler->options.ranks; rank++)
        for (const struct operation *each = scheduler->ranks[rank].waiting; each;
             each = each->beside) {
            struct world_lane *lane = scheduler_lane(scheduler, each);
            atomic_store(&lane->stack_wanted, 1);
            scheduler_wake(lane);
            if (scheduler->options.idle)
                scheduler->options.idle(scheduler->options.idle_data);
            for (int i = 0; i < TRIES && atomic_load(&lane->stack_wanted) == 1; i++)
                usleep(TRY_MICROSECONDS);
        }
}

uint64_t scheduler_operations(const struct scheduler *scheduler)
{
    return scheduler->operations;
}

struct damage scheduler_damage(const struct scheduler *scheduler)
{
    return scheduler->damage;
}

struct traffic scheduler_traffic(const struct scheduler *scheduler)
{
    return scheduler->traffic;
}

static void count_traffic(struct traffic *traffic, const struct world_op *op)
{
    traffic->collectives += op->kind == OP_COLLECTIVE;
    traffic->messages += op->kind == OP_SEND;
    traffic->bytes += op->kind == OP_SEND ? op->message.bytes : 0;
}

/* Answers a question about a datatype. It is no step of the program, so it is not kept. */
static void answer_fit(struct scheduler *scheduler, int rank, const struct world_op *op)
{
    const struct scheduler_options *options = &scheduler->options;
    struct world_lane *lane = &scheduler->segment->rank[rank].lane[op->lane];
    bool misfit = options->misfit && options->misfit(options->misfit_data, scheduler, rank, op);
    scheduler_give_back(scheduler, op->payload);
    lane->answer = (struct world_answer){.flag = misfit};
    scheduler_wake(lane);
}

static void scheduler_take(struct scheduler *scheduler, int rank, const struct world_op *op)
{
    struct rank_state *state = &scheduler->ranks[rank];
    if (op->kind == OP_FIT) {
        answer_fit(scheduler, rank, op);
        return;
    }
    scheduler->operations++;
    state->worked = state->worked || !ending_is_start(op);
    if (op->kind == OP_READ) {
        collect_read(scheduler, op, rank);
        return;
    }
    if (op->kind == OP_MEMBERS) {
        collect_members(scheduler, op);
        return;
    }
    if (op->kind == OP_TOUCHED) {
        conflict_touched(scheduler, rank, op);
        return;
    }
    if (op->kind != OP_ACCESS && op->kind != OP_APPLIED)
        scheduler->changes++;
    /* A leak belongs to no call. */
    if (scheduler->options.record && op->call[0] &&
        record_add_step(scheduler->options.record, rank, op))
        follow_step(scheduler, rank);
    if (op->kind == OP_FINALIZE) {
        state->finalized = true;
        return;
    }
    if (op->kind == OP_COMPLETE) {
        struct operation *general = scheduler_find(scheduler, rank, op->subject.number);
        if (general && !general->complete &&
            general->op.kind == OP_GENERAL) /* its end is of its own rank's making */
            scheduler_complete(scheduler, general, &(struct world_answer){.flag = 1});
        return;
    }
    if (op->kind == OP_APPLIED) {
        access_applied(scheduler, rank, op);
        return;
    }
    if (op->kind == OP_UNLOCK) {
        access_unlock(scheduler, rank, op);
        return;
    }
    if (op->kind == OP_PROBLEM)
        problem_take(scheduler, rank, op);
    if (op->kind == OP_PROBLEM && !(op->flags & OP_WAITS))
        return;
    if (op->kind == OP_PROBLEM)
        state->accesses = 0; /* the rank stops, with all its threads */
    struct operation *operation = pool_zero(scheduler->pool, 1, sizeof *operation);
    operation->op = *op;
    operation->rank = rank;
    if (!(op->flags & OP_POLLS))
        history_add(scheduler, operation);
    count_traffic(&scheduler->traffic, op);
    known_post(scheduler, operation);
    order_post(scheduler, operation);
    HASH_ADD(hh, state->operations, op.number, sizeof operation->op.number, operation);
    if (op->flags & OP_WAITS)
        LL_APPEND2(state->waiting, operation, beside);
    switch ((enum op_kind)op->kind) {
    case OP_SEND:
    case OP_RECEIVE:
    case OP_PROBE:
        match_post(scheduler, operation);
        break;
    case OP_COLLECTIVE:
        collect_post(scheduler, operation);
        break;
    case OP_ACCESS:
        access_post(scheduler, operation);
        break;
    case OP_WAIT:
        operation->numbers =
            pool_zero(scheduler->pool, op->wait.requests, sizeof *operation->numbers);
        memcpy(operation->numbers, scheduler->taken.payload.bytes,
               op->wait.requests * sizeof *operation->numbers);
        count_awaited(scheduler, operation);
        try_wait(scheduler, operation);
        break;
    default:
        break;
    }
}

static bool take_rank(struct scheduler *scheduler, int rank)
{
    struct world_rank *shared = &scheduler->segment->rank[rank];
    bool any = false;
    struct world_op op;
    scheduler->threaded = scheduler->threaded || shared->threaded;
    while (!scheduler->stopped && intake_next(scheduler, rank, &op) == INTAKE_TAKEN) {
        scheduler_take(scheduler, rank, &op);
        any = true;
    }
    if (scheduler->ranks[rank].untold_count > 0)
        scheduler_tell(scheduler, rank);
    if (shared->ended && !scheduler->ranks[rank].ended) {
        scheduler->ranks[rank].ended = true;
        if (!WIFSIGNALED(shared->status))
            scheduler->ranks[rank].waiting = NULL;
        any = true;
    }
    return any;
}

/* Takes all that the ranks have posted; returns false if there was nothing. */
static bool take_all(struct scheduler *scheduler)
{
    bool any = false;
    for (int first = 0; first < scheduler->options.ranks; first += 64) {
        _Atomic uint64_t *calling = &scheduler->segment->calling[first / 64];
        uint64_t ranks = atomic_load(calling) ? atomic_exchange(calling, 0) : 0;
        for (; ranks && !scheduler->stopped; ranks &= ranks - 1) {
            int rank = first + __builtin_ctzll(ranks);
            if (rank < scheduler->options.ranks)
                any |= take_rank(scheduler, rank);
        }
    }
    return any;
}

void scheduler_refuse(struct scheduler *scheduler, struct operation *poll)
{
    struct rank_state *state = &scheduler->ranks[poll->rank];
    state->polls++;
    known_refused(scheduler, poll);
    if (poll->queued)
        DL_DELETE(state->receives, poll);
    scheduler_answer(scheduler, poll, &(struct world_answer){.flag = 0});
    scheduler_forget(scheduler, poll);
}

/* Returns whether to wait for threads outside MPI before anything is decided. If only one thread of
 * a rank has called MPI until now, the others are assumed to compute. If several have, their next
 * calls should come first; but they may also spin until the choice is made, so they get a moment. A
 * search waits longer, since it must meet the same choices again. */
static bool threads_may_come(const struct scheduler *scheduler, double quiet)
{
    static const double MOMENT = 2e-3, LONGER = 50e-3;
    return scheduler->threaded && quiet < (scheduler->known ? LONGER : MOMENT) &&
           !threads_still(scheduler, scheduler->known == NULL);
}

/* Nothing can be decided: a standard send needs a buffer, or no rank can move any more. That is
 * certain only when no thread can act. A thread that is never seen asleep may wait for the send. */
static enum quiescence scheduler_settle(struct scheduler *scheduler, double quiet)
{
    static const double LONG = 1;
    if (scheduler->threaded && !threads_still(scheduler, false)) {
        for (int rank = 0; rank < scheduler->options.ranks; rank++)
            scheduler->ranks[rank].polls = 0; /* what it looks for may come from there */
        return quiet > LONG && buffering_release(scheduler, THREADS_RUN) ? MOVES : RUNS;
    }
    return !problem_stops(scheduler) && buffering_release(scheduler, NOBODY_MOVES) ? MOVES : STUCK;
}

static bool somebody_lives(const struct scheduler *scheduler)
{
    for (int rank = 0; rank < scheduler->options.ranks; rank++)
        if (!scheduler->ranks[rank].ended)
            return true;
    return false;
}

/* No rank has run for `quiet` seconds. Makes the next choice (POE's priority: all that is
 * determined is done). */
static enum quiescence scheduler_quiescent(struct scheduler *scheduler, double quiet)
{
    if (threads_may_come(scheduler, quiet))
        return RUNS;
    revisit(scheduler);
    if (!somebody_lives(scheduler))
        return OVER;
    if (problem_stops(scheduler))
        return scheduler_settle(scheduler, quiet);
    if (pointer_move(scheduler))
        return MOVES;
    if (choices_make(scheduler) == MOVES)
        return MOVES;
    return scheduler_settle(scheduler, quiet);
}

static bool somebody_runs(const struct scheduler *scheduler)
{
    for (int rank = 0; rank < scheduler->options.ranks; rank++)
        if (!scheduler->ranks[rank].ended &&
            (!scheduler->ranks[rank].waiting || scheduler->ranks[rank].accesses > 0))
            return true;
    return false;
}

static bool somebody_waits(const struct scheduler *scheduler)
{
    for (int rank = 0; rank < scheduler->options.ranks; rank++)
        if (scheduler->ranks[rank].waiting)
            return true;
    return false;
}

static bool somebody_failed(const struct scheduler *scheduler)
{
    for (int rank = 0; rank < scheduler->options.ranks; rank++)
        if (ending_failed(scheduler, rank))
            return true;
    return false;
}

bool scheduler_finalized(const struct scheduler *scheduler, int rank)
{
    return scheduler->ranks[rank].finalized;
}

/* Sleeps until the bell rings, or a nap has passed. */
static void scheduler_listen(struct scheduler *scheduler, uint32_t heard, long milliseconds)
{
    struct world_segment *segment = scheduler->segment;
    if (scheduler->options.idle) {
        scheduler->options.idle(scheduler->options.idle_data);
        return;
    }
    if (patience_look(&scheduler->patience, &segment->bell, heard))
        return;
    const struct timespec nap = {0, milliseconds * 1000000L};
    atomic_store(&segment->sleeping,
                 somebody_waits(scheduler) ? SCHEDULER_SLEEPS : SCHEDULER_DOZES);
    if (atomic_load(&segment->bell) == heard)
        syscall(SYS_futex, &segment->bell, FUTEX_WAIT, heard, &nap, NULL, 0);
    atomic_store(&segment->sleeping, SCHEDULER_AWAKE);
    patience_learn(&scheduler->patience);
}

/* A thread outside MPI may go to sleep at any time without a signal. So the scheduler looks again
 * after naps, which grow with time. */
static long nap_beside(double quiet)
{
    double nap = 1 + quiet * 1e3 / 4;
    return nap < NAP_MILLISECONDS ? (long)nap : NAP_MILLISECONDS;
}

/* Measures the time of an execution for its limit. The first look comes late, because most
 * executions are over before it. */
static void elapsed_look(const struct scheduler *scheduler, struct elapsed *elapsed, double start)
{
    const double now = clock_seconds();
    const size_t count = (size_t)scheduler->options.ranks;
    struct elapsed_times *times = memory_zero(count, sizeof *times);
    for (size_t i = 0; i < count; i++)
        times[i] = elapsed_of(processes_rank(scheduler->options.processes, (int)i));
    if (elapsed->ranks) {
        elapsed_add(elapsed, times, now, processors_usable());
        free(times);
    } else {
        *elapsed = (struct elapsed){times, count, now, now - start};
    }
}

static bool execution_is_late(const struct scheduler_options *options, double elapsed, double now)
{
    return (options->seconds > 0 && elapsed > options->seconds) ||
           (options->deadline > 0 && now >= options->deadline);
}

static enum outcome scheduler_loop(struct scheduler *scheduler, struct elapsed *elapsed,
                                   bool (*stop)(void *data), void *data)
{
    struct world_segment *segment = scheduler->segment;
    double start = clock_seconds(), asked = start, failed = 0, moved = start;
    bool idle = true;
    for (;;) {
        uint32_t heard = atomic_load(&segment->bell);
        bool any = take_all(scheduler);
        if (scheduler->stopped || segment->failed)
            return OUTCOME_STOPPED;
        if (any) {
            idle = false;
            continue;
        }
        long nap = NAP_MILLISECONDS;
        scheduler->started = scheduler->started || atomic_load(&segment->started);
        if (scheduler->started && !somebody_runs(scheduler)) {
            enum quiescence next =
                scheduler_quiescent(scheduler, idle ? clock_seconds() - moved : 0);
            switch (next) {
            case RUNS:
                nap = nap_beside(idle ? clock_seconds() - moved : 0);
                break;
            case OVER:
                return OUTCOME_ENDED;
            case STUCK:
                if (!somebody_failed(scheduler) && !problem_stops(scheduler)) { /* the cause */
                    buffering_report(scheduler);
                    deadlock_report(scheduler);
                    problem_report_idle(scheduler); /* or what may be */
                }
                return OUTCOME_STOPPED;
            case MOVES:
                break;
            }
            if (scheduler->stopped)
                return OUTCOME_STOPPED;
            if (next != RUNS)
                continue;
        }
        double now = clock_seconds();
        if (!idle) {
            idle = true;
            moved = now;
            if (failed == 0 && (somebody_failed(scheduler) || problem_stops(scheduler)))
                failed = now;
        }
        scheduler->idle = now - moved;
        if (failed > 0 && now - failed > GRACE_SECONDS)
            return OUTCOME_STOPPED;
        if (execution_is_late(&scheduler->options, elapsed->ranks ? elapsed->seconds : now - start,
                              now))
            return OUTCOME_TIME;
        if (now - asked > NAP_MILLISECONDS * 1e-3) {
            asked = now;
            if (scheduler->options.patient && scheduler->options.processes)
                elapsed_look(scheduler, elapsed, start);
            if (stop(data)) {
                take_all(scheduler); /* all may have ended in the meantime */
                if (somebody_lives(scheduler) || !scheduler->started)
                    return OUTCOME_INTERRUPTED;
            }
        }
        scheduler_listen(scheduler, heard, nap);
    }
}

/* Notes that an error hides what follows it, or that the data after it are not what MPI promises.
 */
static void scheduler_note_limits(struct scheduler *scheduler, enum outcome outcome, bool well)
{
    if (outcome == OUTCOME_STOPPED || (outcome == OUTCOME_ENDED && !well))
        scheduler->document->stopped++;
    else if (problem_is_certain(scheduler) || scheduler->access_race_count > 0)
        scheduler->document->passed++;
}

/* Reports what is known only at the end. */
static void scheduler_report(struct scheduler *scheduler, bool well)
{
    problem_report_certain(scheduler);
    left_report_accesses(scheduler);
    if (problem_stops(scheduler) && !scheduler->stopped)
        problem_report_stops(scheduler);
    else if (well) {
        absent_report(scheduler);
        problem_report_kept(scheduler);
        left_report(scheduler);
        return;
    }
    if (scheduler->options.exploration && scheduler->options.exploration->watched)
        left_report_races(scheduler); /* one of them may have caused the error */
}

enum outcome scheduler_run(struct scheduler *scheduler, bool (*stop)(void *data), void *data)
{
    struct elapsed elapsed = {.ranks = NULL};
    enum outcome outcome = scheduler_loop(scheduler, &elapsed, stop, data);
    free(elapsed.ranks);
    bool well = outcome == OUTCOME_ENDED && !somebody_failed(scheduler);
    buffering_report(scheduler);
    choices_end(scheduler, well);
    scheduler_report(scheduler, well);
    scheduler_note_limits(scheduler, outcome, well);
    if (scheduler->options.record)
        scheduler->options.record->ended = well;
    follow_end(scheduler, outcome);
    return outcome;
}

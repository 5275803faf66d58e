#include "spread/spread.h"

#include "base/memory.h"
#include "spread/crew.h"
#include "spread/interrupt.h"
#include "spread/journal.h"
#include "spread/worker.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* How long items in progress may go on when the search stops. */
static const double GRACE_SECONDS = 1;
static const double TICK_SECONDS = 0.25;
static const double STATE_SECONDS = 5;

enum { RATE_TICKS = 12 };

struct spread {
    const struct spread_options *options;
    struct spread_watch watch;
    void *context;
    struct frontier frontier;
    struct journal_state state;
    struct journal *journal; /* NULL: none */
    struct crew *crew;
    struct interrupt interrupt;
    uint64_t next_id;
    uint64_t done_before; /* of earlier calls */
    double start, seconds_before;
    double next_tick, next_state;
    struct { /* the last ticks, for the rate */
        double time;
        uint64_t done;
    } ticks[RATE_TICKS];
    unsigned tick_count;
    bool changed;         /* something was taken since stop() was asked */
    struct bytes scratch; /* an item that is shown */
};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static int core_count(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0)
        return 1;
    return CPU_COUNT(&set);
}

static bool take(struct spread *spread, const struct spread_item *item, const void *result,
                 size_t length, bool old)
{
    return spread->watch.take && spread->watch.take(spread->context, item, result, length, old);
}

static void tell_failed(struct spread *spread, const struct spread_item *item, const char *sentence,
                        bool old)
{
    if (spread->watch.failed)
        spread->watch.failed(spread->context, item, sentence, old);
}

static void visit_result(void *data, const struct spread_item *item, const void *result,
                         size_t length)
{
    take(data, item, result, length, true);
}

static void visit_failure(void *data, const struct spread_item *item, const char *sentence)
{
    tell_failed(data, item, sentence, true);
}

/* An item was run: its result is taken, its children come into the queue. */
static void settle(struct spread *spread, struct item *item, int queue, uint64_t first,
                   const struct run *run)
{
    bool keep = false;
    if (run->has_result) {
        struct spread_item shown = item_show(item, &spread->scratch);
        keep = take(spread, &shown, run->result, run->result_length, false);
    }
    if (spread->journal)
        journal_done(spread->journal, item, first, run, keep);
    spread->state.weight += frontier_add_children(&spread->frontier, queue, item, first, run);
    spread->state.done++;
    spread->changed = true;
    frontier_end(&spread->frontier, item);
}

static void item_done(void *data, struct item *item, int worker, const struct run *run)
{
    struct spread *spread = data;
    uint64_t first = spread->next_id;
    spread->next_id += run->child_count;
    settle(spread, item, worker, first, run);
}

static void item_failed(void *data, struct item *item, const char *sentence)
{
    struct spread *spread = data;
    struct spread_item shown = item_show(item, &spread->scratch);
    tell_failed(spread, &shown, sentence, false);
    if (spread->journal)
        journal_failed(spread->journal, item, sentence);
    spread->state.weight += item->weight;
    spread->state.done++;
    spread->state.failed++;
    spread->changed = true;
    frontier_end(&spread->frontier, item);
}

static double rate(const struct spread *spread, double time)
{
    if (spread->tick_count == 0)
        return 0;
    unsigned oldest = spread->tick_count < RATE_TICKS ? 0 : spread->tick_count % RATE_TICKS;
    double seconds = time - spread->ticks[oldest].time;
    return seconds > 0 ? (double)(spread->state.done - spread->ticks[oldest].done) / seconds : 0;
}

static struct spread_progress count(const struct spread *spread)
{
    double time = now();
    return (struct spread_progress){.done = spread->state.done,
                                    .pending = spread->frontier.count,
                                    .failed = spread->state.failed,
                                    .weight = spread->state.weight,
                                    .rate = rate(spread, time),
                                    .depth = spread->frontier.depth,
                                    .workers = spread->crew ? crew_alive(spread->crew) : 0,
                                    .processes = 1,
                                    .seconds = spread->seconds_before + time - spread->start};
}

static void report(struct spread *spread)
{
    struct spread_progress progress = count(spread);
    if (spread->watch.progress)
        spread->watch.progress(spread->context, &progress);
}

static void tick(struct spread *spread)
{
    double time = now();
    if (time < spread->next_tick)
        return;
    report(spread);
    unsigned slot = spread->tick_count++ % RATE_TICKS;
    spread->ticks[slot].time = time;
    spread->ticks[slot].done = spread->state.done;
    spread->next_tick = time + TICK_SECONDS;
    spread->changed = true;
}

static void write_state(struct spread *spread)
{
    spread->state.seconds = spread->seconds_before + now() - spread->start;
    if (spread->journal)
        journal_state(spread->journal, &spread->state);
}

static int write_journal(struct spread *spread, struct error *error)
{
    if (!spread->journal)
        return 0;
    if (now() >= spread->next_state) {
        write_state(spread);
        spread->next_state = now() + STATE_SECONDS;
    }
    return journal_write(spread->journal, error);
}

/* Whether the search ends here, and why. */
static bool ended(struct spread *spread, struct spread_end *end)
{
    const struct spread_options *options = spread->options;
    uint64_t done = spread->state.done - spread->done_before;
    end->signal = interrupt_signal(&spread->interrupt);
    if (spread->frontier.count == 0)
        end->outcome = SPREAD_COMPLETE;
    else if (end->signal)
        end->outcome = SPREAD_INTERRUPTED;
    else if (options->max_items > 0 && done >= options->max_items)
        end->outcome = SPREAD_BUDGET;
    else if (options->seconds > 0 && now() - spread->start >= options->seconds)
        end->outcome = SPREAD_BUDGET;
    else if (spread->changed && spread->watch.stop && spread->watch.stop(spread->context))
        end->outcome = SPREAD_STOPPED;
    else {
        spread->changed = false;
        return false;
    }
    return true;
}

/* How many items may be begun now. */
static uint64_t allowed(const struct spread *spread)
{
    if (spread->options->max_items == 0)
        return UINT64_MAX;
    uint64_t begun =
        spread->state.done - spread->done_before + (uint64_t)crew_running(spread->crew);
    return spread->options->max_items > begun ? spread->options->max_items - begun : 0;
}

static double patience(const struct spread *spread)
{
    double until = spread->next_tick;
    double limit = spread->start + spread->options->seconds;
    if (spread->options->seconds > 0 && limit < until)
        until = limit;
    return until - now();
}

static int search(struct spread *spread, struct spread_end *end, struct error *error)
{
    while (!ended(spread, end)) {
        crew_assign(spread->crew, allowed(spread));
        if (crew_wait(spread->crew, spread->interrupt.descriptor, patience(spread), error) != 0 ||
            write_journal(spread, error) != 0)
            return -1;
        tick(spread);
    }
    return 0;
}

/* Items in progress come to their end, if that is soon. A second signal is impatience. */
static int wind_down(struct spread *spread, struct error *error)
{
    double deadline = now() + GRACE_SECONDS;
    int signals = spread->interrupt.count;
    while (crew_running(spread->crew) > 0 && now() < deadline &&
           spread->interrupt.count == signals) {
        if (crew_wait(spread->crew, spread->interrupt.descriptor, deadline - now(), error) != 0)
            return -1;
        interrupt_signal(&spread->interrupt);
    }
    write_state(spread);
    return spread->journal ? journal_write(spread->journal, error) : 0;
}

static int open_journal(struct spread *spread, struct error *error)
{
    const struct spread_options *options = spread->options;
    struct journal_visitor visitor = {spread, visit_result, visit_failure};
    if (options->resume && options->directory) {
        if (journal_resume(options->directory, options->header, options->header_length,
                           &spread->frontier, &spread->state, &visitor, &spread->journal,
                           error) != 0)
            return -1;
    } else {
        struct item_parts root = {
            .weight = 1, .tail = options->root, .tail_length = options->root_length};
        frontier_add(&spread->frontier, 0, &root);
        spread->state.author = 1; /* the root is of author 0 */
        if (options->directory &&
            journal_create(options->directory, options->header, options->header_length,
                           &spread->frontier, &spread->state, &spread->journal, error) != 0)
            return -1;
    }
    spread->done_before = spread->state.done;
    spread->seconds_before = spread->state.seconds;
    spread->next_id = spread->state.author << FRONTIER_AUTHOR_SHIFT;
    spread->state.author++;
    write_state(spread);
    return write_journal(spread, error);
}

/* What is opened here is closed in spread_run(). */
static int coordinate(struct spread *spread, struct nursery *nursery, int workers,
                      struct spread_end *end, struct error *error)
{
    if (open_journal(spread, error) != 0 || interrupt_open(&spread->interrupt, error) != 0) {
        nursery_close(nursery, 0);
        return -1;
    }
    struct crew_events events = {spread, item_done, item_failed};
    if (crew_open(nursery, workers, &spread->frontier, &events, &spread->crew, error) != 0)
        return -1;
    if (search(spread, end, error) != 0)
        return -1;
    return wind_down(spread, error);
}

int spread_run(const struct spread_options *options, const struct spread_worker *worker,
               const struct spread_watch *watch, void *context, struct spread_end *end,
               struct error *error)
{
    struct spread spread = {
        .options = options, .context = context, .start = now(), .interrupt = INTERRUPT_CLOSED};
    struct nursery nursery;
    int workers = options->workers > 0 ? options->workers : core_count();
    if (watch)
        spread.watch = *watch;
    *end = (struct spread_end){0};
    if (nursery_open(worker_body, worker, context, &nursery, error) != 0)
        return -1;
    frontier_open(&spread.frontier, workers);
    int failed = coordinate(&spread, &nursery, workers, end, error);
    report(&spread);
    end->count = count(&spread);
    crew_close(spread.crew);
    interrupt_close(&spread.interrupt);
    journal_close(spread.journal);
    frontier_close(&spread.frontier);
    bytes_free(&spread.scratch);
    return failed;
}

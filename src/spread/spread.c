#include "spread/spread.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/processors.h"
#include "spread/crew.h"
#include "spread/helper.h"
#include "spread/interrupt.h"
#include "spread/journal.h"
#include "spread/peers.h"
#include "spread/place.h"
#include "spread/transport.h"
#include "spread/worker.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Limit on the time that items in progress have when the search stops. */
static const double GRACE_SECONDS = 1;
static const double TICK_SECONDS = 0.25;
static const double STATE_SECONDS = 5;
/* The time that other processes have in addition. */
static const double FAREWELL_SECONDS = 4;

enum { RATE_TICKS = 12 };

struct spread {
    const struct spread_options *options;
    struct spread_watch watch;
    void *context;
    struct frontier frontier;
    struct journal_state state;
    struct journal *journal; /* NULL: none */
    struct crew *crew;
    struct place place;
    struct transport *transport; /* NULL: this is the only process */
    struct peers *peers;         /* NULL: as above */
    double look;                 /* seconds until the next look for messages */
    int workers, processes;      /* numbers at the last look, while the search went on */
    struct interrupt interrupt;
    uint64_t next_id;
    uint64_t done_before; /* items done in earlier calls */
    double start, seconds_before;
    double next_tick, next_state;
    struct { /* the last ticks, from which the rate is computed */
        double time;
        uint64_t done;
    } ticks[RATE_TICKS];
    unsigned tick_count;
    bool changed;         /* something was taken since stop() was called */
    struct bytes scratch; /* bytes of an item that is passed to a callback */
};

/* Returns one worker for each core that this process may use. If the launcher did not bind
 * processes to cores, those on a node share them. */
static int default_workers(const struct place *place)
{
    int cores = processors_usable();
    if (place->neighbours > 1 && cores == sysconf(_SC_NPROCESSORS_ONLN))
        cores /= place->neighbours;
    return cores > 0 ? cores : 1;
}

static bool spread_take(struct spread *spread, const struct spread_item *item, const void *result,
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
    spread_take(data, item, result, length, true);
}

static void visit_failure(void *data, const struct spread_item *item, const char *sentence)
{
    tell_failed(data, item, sentence, true);
}

/* Handles an item that was run: takes its result, and puts its children into the queue. */
static void spread_settle(struct spread *spread, struct item *item, int queue, uint64_t first,
                          const struct run *run)
{
    bool keep = false;
    spread->state.done++;
    spread->state.counted += run->count;
    if (run->has_result) {
        struct spread_item shown = item_show(item, &spread->scratch);
        shown.number = spread->state.done;
        keep = spread_take(spread, &shown, run->result, run->result_length, false);
    }
    if (spread->journal)
        journal_done(spread->journal, item, first, run, keep);
    spread->state.weight += frontier_add_children(&spread->frontier, queue, item, first, run);
    spread->changed = true;
    frontier_end(&spread->frontier, item);
}

static void spread_item_done(void *data, struct item *item, int worker, const struct run *run)
{
    struct spread *spread = data;
    uint64_t first = spread->next_id;
    spread->next_id += run->child_count;
    spread_settle(spread, item, worker, first, run);
}

static void peer_done(void *data, struct item *item, int queue, uint64_t first,
                      const struct run *run)
{
    spread_settle(data, item, queue, first, run);
}

static void peer_signal(void *data, int signal)
{
    struct spread *spread = data;
    interrupt_note(&spread->interrupt, signal);
}

static void spread_item_failed(void *data, struct item *item, const char *sentence)
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

static double spread_rate(const struct spread *spread, double time)
{
    if (spread->tick_count == 0)
        return 0;
    unsigned oldest = spread->tick_count < RATE_TICKS ? 0 : spread->tick_count % RATE_TICKS;
    double seconds = time - spread->ticks[oldest].time;
    return seconds > 0 ? (double)(spread->state.done - spread->ticks[oldest].done) / seconds : 0;
}

static struct spread_progress spread_progress_now(const struct spread *spread)
{
    double time = clock_seconds();
    return (struct spread_progress){.done = spread->state.done,
                                    .pending = spread->frontier.count,
                                    .failed = spread->state.failed,
                                    .counted = spread->state.counted,
                                    .weight = spread->state.weight,
                                    .rate = spread_rate(spread, time),
                                    .depth = spread->frontier.depth,
                                    .workers = spread->workers,
                                    .processes = spread->processes,
                                    .seconds = spread->seconds_before + time - spread->start};
}

static void spread_report(struct spread *spread)
{
    struct spread_progress progress = spread_progress_now(spread);
    if (spread->watch.progress)
        spread->watch.progress(spread->context, &progress);
}

static void spread_tick(struct spread *spread)
{
    double time = clock_seconds();
    spread->workers = crew_alive(spread->crew);
    spread->processes = 1;
    if (spread->peers) {
        spread->workers += peers_workers(spread->peers);
        spread->processes += peers_count(spread->peers);
    }
    if (time < spread->next_tick)
        return;
    spread_report(spread);
    unsigned slot = spread->tick_count++ % RATE_TICKS;
    spread->ticks[slot].time = time;
    spread->ticks[slot].done = spread->state.done;
    spread->next_tick = time + TICK_SECONDS;
    spread->changed = true;
}

static void write_state(struct spread *spread)
{
    spread->state.seconds = spread->seconds_before + clock_seconds() - spread->start;
    if (spread->journal)
        journal_time(spread->journal, &spread->state);
}

static int write_journal(struct spread *spread, struct error *error)
{
    if (!spread->journal)
        return 0;
    if (clock_seconds() >= spread->next_state) {
        write_state(spread);
        spread->next_state = clock_seconds() + STATE_SECONDS;
    }
    return journal_write(spread->journal, error);
}

/* Returns whether the search ends now, and stores why. */
static bool spread_ended(struct spread *spread, struct spread_end *end)
{
    const struct spread_options *options = spread->options;
    uint64_t done = spread->state.done - spread->done_before;
    end->signal = interrupt_signal(&spread->interrupt);
    if (spread->frontier.count == 0)
        end->outcome = SPREAD_COMPLETE;
    else if (end->signal)
        end->outcome = SPREAD_INTERRUPTED;
    else if ((options->max_items > 0 && done >= options->max_items) ||
             (options->seconds > 0 && clock_seconds() - spread->start >= options->seconds))
        end->outcome = SPREAD_BUDGET;
    else if (spread->changed && spread->watch.stop && spread->watch.stop(spread->context))
        end->outcome = SPREAD_STOPPED;
    else {
        spread->changed = false;
        return false;
    }
    return true;
}

/* Returns how many items may be started now. */
static uint64_t spread_allowed(const struct spread *spread)
{
    if (spread->options->max_items == 0)
        return UINT64_MAX;
    uint64_t begun =
        spread->state.done - spread->done_before + (uint64_t)crew_running(spread->crew);
    return spread->options->max_items > begun ? spread->options->max_items - begun : 0;
}

/* Returns how many seconds to wait for workers. */
static double spread_patience(const struct spread *spread)
{
    double until = spread->next_tick;
    double limit = spread->start + spread->options->seconds;
    if (spread->options->seconds > 0 && limit < until)
        until = limit;
    double left = until - clock_seconds();
    return spread->peers && spread->look < left ? spread->look : left;
}

/* Takes messages from workers and other processes, and writes them to the journal before anybody
 * gets more items. */
static int round_of_news(struct spread *spread, double seconds, struct error *error)
{
    if (crew_wait(spread->crew, spread->interrupt.descriptor, seconds, error) != 0)
        return -1;
    if (spread->peers) {
        bool any = peers_listen(spread->peers);
        double longer = spread->look * 1.2;
        spread->look = any                                ? PEERS_LOOK_SECONDS
                       : longer < PEERS_LOOK_SECONDS_IDLE ? longer
                                                          : PEERS_LOOK_SECONDS_IDLE;
    }
    if (write_journal(spread, error) != 0)
        return -1;
    if (spread->peers)
        peers_speak(spread->peers);
    return 0;
}

static int spread_search(struct spread *spread, struct spread_end *end, struct error *error)
{
    while (!spread_ended(spread, end)) {
        crew_assign(spread->crew, spread_allowed(spread));
        if (spread->peers)
            peers_balance(spread->peers, spread->crew);
        if (round_of_news(spread, spread_patience(spread), error) != 0)
            return -1;
        spread_tick(spread);
    }
    return 0;
}

static bool in_progress(const struct spread *spread)
{
    return crew_running(spread->crew) > 0 || (spread->peers && !peers_ended(spread->peers));
}

/* Waits for items in progress, if they end soon. A second signal ends the wait. */
static int spread_wind_down(struct spread *spread, struct error *error)
{
    double limit = GRACE_SECONDS + (spread->peers ? FAREWELL_SECONDS : 0);
    double deadline = clock_seconds() + limit;
    int signals = spread->interrupt.count;
    if (spread->peers)
        peers_end(spread->peers);
    while (in_progress(spread) && clock_seconds() < deadline &&
           spread->interrupt.count <= signals) {
        double left = deadline - clock_seconds();
        if (round_of_news(spread, spread->peers ? PEERS_LOOK_SECONDS : left, error) != 0)
            return -1;
        interrupt_signal(&spread->interrupt);
    }
    write_state(spread);
    if (!spread->journal)
        return 0;
    /* Nobody needs the journal of a search that is complete. */
    return spread->frontier.count > 0 ? journal_finish(spread->journal, error)
                                      : journal_write(spread->journal, error);
}

static int open_journal(struct spread *spread, struct error *error)
{
    const struct spread_options *options = spread->options;
    const struct journal_about about = {options->directory,     options->header,
                                        options->header_length, options->root,
                                        options->root_length,   options->again};
    struct journal_visitor visitor = {spread, visit_result, visit_failure};
    if (!options->directory) {
        struct item_parts root = {
            .weight = 1, .tail = options->root, .tail_length = options->root_length};
        frontier_add(&spread->frontier, 0, &root);
        spread->state.author = 1; /* the root is of author 0 */
    } else if ((options->resume ? journal_resume(&about, &spread->frontier, &spread->state,
                                                 &visitor, &spread->journal, error)
                                : journal_create(&about, &spread->frontier, &spread->state,
                                                 &spread->journal, error)) != 0) {
        return -1;
    }
    spread->done_before = spread->state.done;
    spread->seconds_before = spread->state.seconds;
    spread->next_id = spread->state.author << FRONTIER_AUTHOR_SHIFT;
    spread->state.author += (uint64_t)spread->place.processes;
    write_state(spread);
    return write_journal(spread, error);
}

static void open_peers(struct spread *spread, int workers)
{
    struct peers_events events = {spread, peer_done, spread_item_failed, peer_signal};
    uint64_t author = spread->next_id >> FRONTIER_AUTHOR_SHIFT;
    spread->look = PEERS_LOOK_SECONDS_IDLE;
    spread->peers = peers_open(spread->transport, spread->place.processes, &spread->frontier,
                               workers, author, &events);
}

/* Tells the other processes to end after an error in this one. */
static void spread_dismiss(struct spread *spread)
{
    double deadline = clock_seconds() + GRACE_SECONDS + FAREWELL_SECONDS;
    peers_end(spread->peers);
    while (!peers_ended(spread->peers) && clock_seconds() < deadline) {
        nanosleep(&(struct timespec){.tv_nsec = (long)(PEERS_LOOK_SECONDS * 1e9)}, NULL);
        peers_listen(spread->peers);
    }
}

/* Runs the search in process 0, or in the only one. The caller closes what is opened here, except
 * for the nursery. */
static int spread_coordinate(struct spread *spread, struct nursery *nursery, int workers,
                             struct spread_end *end, struct error *error)
{
    struct crew_events events = {spread, spread_item_done, spread_item_failed};
    int failed = open_journal(spread, error);
    if (spread->transport)
        open_peers(spread, workers);
    if (failed)
        nursery_close(nursery, 0);
    else
        failed = crew_open(nursery, workers, &spread->frontier, &events, &spread->crew, error);
    if (!failed)
        failed = spread_search(spread, end, error);
    if (!failed)
        return spread_wind_down(spread, error);
    if (spread->peers)
        spread_dismiss(spread);
    if (spread->journal && !spread->options->resume && spread->state.done == 0)
        journal_remove(spread->journal); /* there is nothing to resume */
    return -1;
}

static void close_all(struct spread *spread)
{
    bool alone = spread->peers && (peers_lost(spread->peers) || !peers_ended(spread->peers));
    crew_close(spread->crew);
    journal_close(spread->journal);
    peers_close(spread->peers);
    transport_close(spread->transport, alone);
    interrupt_close(&spread->interrupt);
    frontier_close(&spread->frontier);
    bytes_free(&spread->scratch);
}

static void spread_add_note(struct spread_end *end, const char *sentence)
{
    size_t length = strlen(end->note);
    if (sentence && *sentence)
        snprintf(end->note + length, sizeof end->note - length, "%s%s", length > 0 ? "; " : "",
                 sentence);
}

/* Describes the damage to the journal. */
static void describe_damage(const struct spread *spread, struct spread_end *end)
{
    const struct journal_damage *damage = journal_damage(spread->journal);
    const char *directory = spread->options->directory;
    char text[ERROR_TEXT_MAX];
    end->lost = spread->state.lost;
    end->damaged = damage->records > end->lost ? damage->records - end->lost : 0;
    if (end->lost > 0)
        snprintf(text, sizeof text,
                 "the journal in %s lost %llu records that cannot be made again: start the search "
                 "anew for a verdict on all",
                 directory, (unsigned long long)end->lost);
    else if (damage->records > 0)
        snprintf(text, sizeof text,
                 "the journal in %s was damaged: %llu of its records were lost, and %llu depended "
                 "on them; their work is executed again",
                 directory, (unsigned long long)damage->records, (unsigned long long)damage->again);
    else if (damage->bytes + damage->tail > 0)
        snprintf(text, sizeof text,
                 "the journal in %s was damaged or cut off: %zu bytes are not a whole record; "
                 "their work is executed again",
                 directory, damage->bytes + damage->tail);
    else
        return;
    spread_add_note(end, text);
}

static void take_notes(const struct spread *spread, struct spread_end *end)
{
    end->kept_old = spread->journal && journal_kept_old(spread->journal);
    if (spread->journal)
        describe_damage(spread, end);
    if (spread->journal)
        spread_add_note(end, journal_note(spread->journal));
    if (spread->crew)
        spread_add_note(end, crew_note(spread->crew));
    if (spread->peers)
        spread_add_note(end, peers_note(spread->peers));
}

/* Runs the search in a process other than process 0. */
static int spread_help(struct spread *spread, const struct nursery *nursery, int workers,
                       struct spread_end *end, struct error *error)
{
    bool alone = true;
    end->outcome = SPREAD_HELPED;
    int failed = helper_run(spread->transport, nursery, workers,
                            spread->frontier.mixed_most / (size_t)spread->place.processes,
                            &spread->interrupt, &alone, error);
    transport_close(spread->transport, alone);
    interrupt_close(&spread->interrupt);
    frontier_close(&spread->frontier);
    return failed;
}

int spread_run(const struct spread_options *options, const struct spread_worker *worker,
               const struct spread_watch *watch, void *context, struct spread_end *end,
               struct error *error)
{
    struct spread spread = {.options = options,
                            .context = context,
                            .start = clock_seconds(),
                            .interrupt = INTERRUPT_CLOSED};
    struct place *place = &spread.place;
    struct nursery nursery;
    if (watch)
        spread.watch = *watch;
    *end = (struct spread_end){0};
    if (place_find(place, error) != 0 ||
        nursery_open(worker_body, worker, context, place->launched, &nursery, error) != 0)
        return -1;
    int workers = options->workers > 0 ? options->workers : default_workers(place);
    int failed = interrupt_open(&spread.interrupt, error);
    if (!failed && place->processes > 1)
        failed = transport_open(place, &spread.transport, error);
    if (failed) {
        nursery_close(&nursery, 0);
        interrupt_close(&spread.interrupt);
        return -1;
    }
    frontier_open(&spread.frontier, workers + place->processes);
    if (options->mixed)
        spread.frontier.mixed_most = FRONTIER_MIXED_MOST;
    if (place->process > 0)
        return spread_help(&spread, &nursery, workers, end, error);
    failed = spread_coordinate(&spread, &nursery, workers, end, error);
    spread_report(&spread);
    end->count = spread_progress_now(&spread);
    take_notes(&spread, end);
    close_all(&spread);
    return failed;
}

#include "spread/helper.h"

#include "base/clock.h"
#include "spread/peers.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* As in process 0, which waits slightly longer. */
static const double GRACE_SECONDS = 1;
static const double FAREWELL_SECONDS = 5;

struct helper {
    struct transport *transport;
    struct frontier frontier;
    struct crew *crew; /* NULL: the crew could not continue */
    int workers;
    uint64_t next_id;   /* 0: not known yet */
    uint64_t unkept;    /* items done that may not be in the journal yet */
    bool needing;       /* it has asked for items, and has not got any yet */
    bool ending, alone; /* as process 0 said */
    bool misled;        /* it got an invalid message from process 0 */
    int signals;        /* number of signals reported to process 0 */
    double silence;     /* seconds since the last message from process 0 */
    double looked;      /* when the silence was last measured */
    double spoken;
    double look; /* seconds until the next look for messages */
    struct bytes in, out;
};

static size_t helper_begin(struct helper *helper, enum peers_message kind)
{
    size_t start = bytes_begin_frame(&helper->out);
    bytes_add_kind(&helper->out, (char)kind);
    return start;
}

static void helper_say_number(struct helper *helper, enum peers_message kind, uint64_t number)
{
    size_t start = helper_begin(helper, kind);
    bytes_add_number(&helper->out, number);
    bytes_end_frame(&helper->out, start);
}

static void say_sentence(struct helper *helper, enum peers_message kind, const char *sentence)
{
    size_t start = helper_begin(helper, kind);
    bytes_add(&helper->out, sentence, strlen(sentence) + 1);
    bytes_end_frame(&helper->out, start);
}

static void helper_flush(struct helper *helper)
{
    if (helper->out.length == 0)
        return;
    transport_send(helper->transport, 0, &helper->out);
    helper->spoken = clock_seconds();
}

static void helper_item_done(void *data, struct item *item, int worker, const struct run *run)
{
    struct helper *helper = data;
    uint64_t first = helper->next_id;
    helper->next_id += run->child_count;
    size_t start = helper_begin(helper, PEERS_DONE);
    bytes_add_id(&helper->out, item->id);
    bytes_add_id(&helper->out, first);
    run_write(run, &helper->out);
    bytes_end_frame(&helper->out, start);
    helper_flush(helper); /* two large frames might be too long for one message */
    helper->unkept++;
    frontier_add_children(&helper->frontier, worker, item, first, run);
    frontier_end(&helper->frontier, item);
}

static void helper_item_failed(void *data, struct item *item, const char *sentence)
{
    struct helper *helper = data;
    size_t start = helper_begin(helper, PEERS_FAILED);
    bytes_add_id(&helper->out, item->id);
    bytes_add(&helper->out, sentence, strlen(sentence) + 1);
    bytes_end_frame(&helper->out, start);
    helper->unkept++;
    frontier_end(&helper->frontier, item);
}

static void hear_items(struct helper *helper, struct reader *frame)
{
    helper->needing = false;
    while (frame->left > 0) {
        struct item_parts parts = {.id = reader_id(frame)};
        parts.weight = reader_double(frame);
        parts.depth = (unsigned)reader_number(frame);
        parts.priority = (unsigned)reader_number(frame);
        parts.tail = reader_string(frame, &parts.tail_length);
        if (frame->bad || parts.priority > SPREAD_PRIORITY_MAX) {
            helper->misled = true;
            return;
        }
        frontier_add(&helper->frontier, 0, &parts);
    }
}

/* Gives back at most half of the items that are not being run, so that this process keeps some. */
static void give_back(struct helper *helper, uint64_t most)
{
    size_t queued = helper->crew ? crew_queued(helper->crew) : 0;
    if (most > (queued + 1) / 2)
        most = (queued + 1) / 2;
    size_t start = helper_begin(helper, PEERS_GIVEN);
    for (; most > 0; most--) {
        struct item *item = crew_take_spare(helper->crew);
        bytes_add_id(&helper->out, item->id);
        frontier_end(&helper->frontier, item);
    }
    bytes_end_frame(&helper->out, start);
}

static void helper_hear(struct helper *helper, struct reader *frame)
{
    switch ((enum peers_message)reader_kind(frame)) {
    case PEERS_WELCOME:
        helper->next_id = reader_number(frame) << FRONTIER_AUTHOR_SHIFT;
        break;
    case PEERS_ITEMS:
        hear_items(helper, frame);
        break;
    case PEERS_GIVE:
        give_back(helper, reader_number(frame));
        break;
    case PEERS_KEPT:
        helper->unkept -= reader_number(frame);
        break;
    case PEERS_END:
        helper->ending = true;
        helper->alone = reader_number(frame) == 0;
        break;
    case PEERS_BEAT:
        break;
    default:
        helper->misled = true;
    }
}

static bool helper_listen(struct helper *helper)
{
    bool any = false;
    int from;
    while (transport_receive(helper->transport, &from, &helper->in)) {
        struct reader reader = reader_of(helper->in.data, helper->in.length), frame;
        while (reader_frame(&reader, &frame))
            helper_hear(helper, &frame);
        helper->silence = 0;
        any = true;
    }
    return any;
}

static void helper_speak(struct helper *helper, struct interrupt *interrupt)
{
    interrupt_signal(interrupt);
    if (interrupt->count > helper->signals) {
        helper->signals = interrupt->count;
        helper_say_number(helper, PEERS_SIGNAL, (uint64_t)interrupt->first);
    }
    if (helper->crew && !helper->needing && helper->next_id > 0 && crew_queued(helper->crew) == 0) {
        helper->needing = true;
        helper_say_number(helper, PEERS_NEED, (uint64_t)helper->workers);
    }
    if (clock_seconds() - helper->spoken >= PEERS_BEAT_SECONDS)
        helper_say_number(helper, PEERS_BEAT,
                          helper->crew ? (uint64_t)crew_alive(helper->crew) : 0);
    helper_flush(helper);
}

/* Waits briefly for workers: messages do not wake this process. */
static int wait_a_little(struct helper *helper, struct interrupt *interrupt, struct error *error)
{
    if (helper->crew)
        return crew_wait(helper->crew, interrupt->descriptor, helper->look, error);
    struct timespec time = {.tv_nsec = (long)(PEERS_LOOK_SECONDS_IDLE * 1e9)};
    nanosleep(&time, NULL);
    return 0;
}

/* Returns how many items may be started, so that at most two per worker are not in the journal yet.
 */
static uint64_t helper_allowed(const struct helper *helper)
{
    uint64_t most = 2 * (uint64_t)helper->workers;
    uint64_t begun = helper->unkept + (uint64_t)crew_running(helper->crew);
    return most > begun ? most - begun : 0;
}

static double helper_silence(struct helper *helper)
{
    double time = clock_seconds(), step = time - helper->looked;
    helper->looked = time;
    helper->silence += step < PEERS_SILENCE_STEP ? step : PEERS_SILENCE_STEP;
    return helper->silence;
}

static int helper_work(struct helper *helper, struct interrupt *interrupt, struct error *error)
{
    while (!helper->ending) {
        if (helper->crew)
            crew_assign(helper->crew, helper_allowed(helper));
        if (wait_a_little(helper, interrupt, error) != 0) {
            crew_close(helper->crew);
            helper->crew = NULL;
            say_sentence(helper, PEERS_BYE, error->text);
        }
        helper->look = helper_listen(helper) ? PEERS_LOOK_SECONDS : helper->look * 1.2;
        if (helper->look > PEERS_LOOK_SECONDS_IDLE)
            helper->look = PEERS_LOOK_SECONDS_IDLE;
        helper_speak(helper, interrupt);
        if (helper->misled)
            return error_set(error, ERROR_FAILED,
                             "process 0 sent an invalid message: resume the search");
        if (helper_silence(helper) >= PEERS_SILENCE_SECONDS)
            return error_set(error, ERROR_FAILED,
                             "nothing was heard of process 0 for %g s: resume the search",
                             PEERS_SILENCE_SECONDS);
    }
    return 0;
}

/* Reports items in progress that finish soon, then says goodbye. */
static void helper_wind_down(struct helper *helper)
{
    struct error error;
    double deadline = clock_seconds() + GRACE_SECONDS;
    while (helper->crew && crew_running(helper->crew) > 0 && clock_seconds() < deadline)
        if (crew_wait(helper->crew, -1, deadline - clock_seconds(), &error) != 0)
            break;
    if (helper->crew)
        say_sentence(helper, PEERS_BYE, "");
    helper_flush(helper);
    deadline = clock_seconds() + FAREWELL_SECONDS;
    while (!transport_sent(helper->transport) && clock_seconds() < deadline)
        nanosleep(&(struct timespec){.tv_nsec = (long)(PEERS_LOOK_SECONDS * 1e9)}, NULL);
}

int helper_run(struct transport *transport, const struct nursery *nursery, int workers,
               size_t mixed_most, struct interrupt *interrupt, bool *alone, struct error *error)
{
    struct helper helper = {.transport = transport,
                            .workers = workers,
                            .looked = clock_seconds(),
                            .look = PEERS_LOOK_SECONDS_IDLE};
    struct crew_events events = {&helper, helper_item_done, helper_item_failed};
    frontier_open(&helper.frontier, workers);
    helper.frontier.mixed_most = mixed_most;
    if (crew_open(nursery, workers, &helper.frontier, &events, &helper.crew, error) != 0) {
        helper.crew = NULL;
        say_sentence(&helper, PEERS_BYE, error->text);
    }
    int failed = helper_work(&helper, interrupt, error);
    if (!failed)
        helper_wind_down(&helper);
    *alone = failed || helper.alone;
    crew_close(helper.crew);
    frontier_close(&helper.frontier);
    bytes_free(&helper.in);
    bytes_free(&helper.out);
    return failed;
}

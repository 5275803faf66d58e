#include "simulate/searching.h"

#include "base/clock.h"
#include "base/memory.h"
#include "simulate/network.h"
#include "simulate/simulation.h"
#include "spread/interrupt.h"
#include "spread/nursery.h"
#include "spread/place.h"
#include "spread/spread.h"
#include "spread/transport.h"
#include "spread/worker.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A network of a cluster, and a turn between two processes of a node. */
static const double LATENCY = 20e-6, BANDWIDTH = 1e9, TURN = 10e-6;
static const double SETTLED = 0.9; /* part of the workers that has to be busy */

/* An item is a number of leaves that hang on it, and a number of its own for what it takes. */
struct leaves {
    uint64_t count, salt;
    double before; /* seconds that those took that led to it */
};

struct mail {
    struct mail *next;
    double at;
    int from;
    size_t length;
    unsigned char data[];
};

struct transport { /* of one process */
    int process;
    struct mail *first, *last;
};

struct searched {
    const struct search_scene *scene;
    struct search_outcome *outcome;
    struct transport *transports;
    struct searcher {
        struct searched *search;
        struct actor *actor;
        int number;
    } *searchers;
    int busy;
};

static struct searched *searched;

static struct searcher *self(void)
{
    return actor_data(actor_self());
}

/* The launcher. */
int __wrap_place_find(struct place *place, struct error *error);
int __wrap_interrupt_open(struct interrupt *interrupt, struct error *error);
int __wrap_interrupt_signal(struct interrupt *interrupt);
void __wrap_interrupt_close(struct interrupt *interrupt);
int __wrap_transport_open(const struct place *place, struct transport **result,
                          struct error *error);
void __wrap_transport_send(struct transport *transport, int to, struct bytes *message);
bool __wrap_transport_receive(struct transport *transport, int *from, struct bytes *message);
bool __wrap_transport_sent(struct transport *transport);
void __wrap_transport_close(struct transport *transport, bool alone);
int __wrap_nursery_open(nursery_body *body, const struct spread_worker *worker, void *context,
                        bool launched, struct nursery *nursery, struct error *error);
int __wrap_nursery_start(struct nursery *nursery, int number, int *line, struct error *error);
int __wrap_nursery_ended(struct nursery *nursery, int *number, int *status, struct error *error);
void __wrap_nursery_close(struct nursery *nursery, double patience);

int __wrap_place_find(struct place *place, struct error *error)
{
    (void)error;
    *place = (struct place){.process = self()->number,
                            .processes = searched->scene->processes,
                            .neighbours = 1,
                            .launched = true};
    return 0;
}

int __wrap_interrupt_open(struct interrupt *interrupt, struct error *error)
{
    (void)error;
    *interrupt = INTERRUPT_CLOSED;
    return 0;
}

int __wrap_interrupt_signal(struct interrupt *interrupt)
{
    return interrupt->first;
}

void __wrap_interrupt_close(struct interrupt *interrupt)
{
    (void)interrupt;
}

/* The MPI library between the processes. What is under way is nobody's memory. */
void *__real_malloc(size_t size);
void __real_free(void *memory);

int __wrap_transport_open(const struct place *place, struct transport **result, struct error *error)
{
    (void)error;
    *result = &searched->transports[place->process];
    return 0;
}

void __wrap_transport_send(struct transport *transport, int to, struct bytes *message)
{
    struct transport *other = &searched->transports[to];
    struct mail *mail = __real_malloc(sizeof *mail + message->length);
    if (!mail)
        abort();
    *mail = (struct mail){.at = network_carry(transport->process, to, message->length),
                          .from = transport->process,
                          .length = message->length};
    memcpy(mail->data, message->data, message->length);
    bytes_free(message);
    if (other->last)
        other->last->next = mail;
    else
        other->first = mail;
    other->last = mail;
}

bool __wrap_transport_receive(struct transport *transport, int *from, struct bytes *message)
{
    struct mail *mail = transport->first;
    if (!mail || mail->at > simulation_now())
        return false;
    transport->first = mail->next;
    if (!transport->first)
        transport->last = NULL;
    *from = mail->from;
    bytes_clear(message);
    bytes_add(message, mail->data, mail->length);
    __real_free(mail);
    return true;
}

bool __wrap_transport_sent(struct transport *transport)
{
    (void)transport;
    return true;
}

void __wrap_transport_close(struct transport *transport, bool alone)
{
    (void)transport, (void)alone;
}

/* Workers are actors of the same host. */
struct cradle {
    nursery_body *body;
    const struct spread_worker *worker;
    void *context;
    int line, number;
};

static void worker_actor(void *data)
{
    struct cradle cradle = *(struct cradle *)data;
    free(data);
    cradle.body(cradle.line, cradle.number, cradle.worker, cradle.context);
}

/* What nursery_start() needs to know: the same for all processes of the search. */
static struct cradle cradle;

int __wrap_nursery_open(nursery_body *body, const struct spread_worker *worker, void *context,
                        bool launched, struct nursery *nursery, struct error *error)
{
    (void)launched, (void)error;
    *nursery = (struct nursery){.control = -1};
    cradle = (struct cradle){.body = body, .worker = worker, .context = context};
    return 0;
}

int __wrap_nursery_start(struct nursery *nursery, int number, int *line, struct error *error)
{
    struct cradle *own = memory_alloc(sizeof *own);
    int ends[2];
    (void)nursery, (void)error;
    *own = cradle;
    own->number = number;
    struct actor *worker = actor_start(worker_actor, own, actor_host(actor_self()));
    network_pair(worker, actor_self(), TURN, ends);
    own->line = ends[0];
    *line = ends[1];
    return 0;
}

int __wrap_nursery_ended(struct nursery *nursery, int *number, int *status, struct error *error)
{
    (void)nursery, (void)error;
    *number = *status = 0;
    return 0;
}

void __wrap_nursery_close(struct nursery *nursery, double patience)
{
    (void)nursery, (void)patience;
}

/* The tree. Each item is one leaf and hands out the rest in up to four parts: alike, or so that the
 * first has nine tenths. */
static uint64_t mix(uint64_t number)
{
    number = (number ^ number >> 33) * UINT64_C(0xff51afd7ed558ccd);
    return (number ^ number >> 33) * UINT64_C(0xc4ceb9fe1a85ec53);
}

static void *open_worker(void *context, int worker, struct error *error)
{
    (void)worker, (void)error;
    return context;
}

/* Nine workers of ten are busy for the first time, or for the last time so far. */
static void count_busy(int step)
{
    struct search_outcome *outcome = searched->outcome;
    int enough = (int)(SETTLED * searched->scene->processes * searched->scene->workers);
    searched->busy += step;
    if (searched->busy >= enough) {
        if (outcome->begun <= 0)
            outcome->begun = simulation_now();
        outcome->ending = simulation_now();
    }
}

static void hand_out(const struct leaves *leaves, double path, struct spread_out *out)
{
    enum { PARTS = 4, TENTH = 10 };
    uint64_t rest = leaves->count - 1;
    spread_base(out, NULL, 0);
    for (uint64_t i = 0; i < PARTS && rest > 0; i++) {
        uint64_t part = (rest + PARTS - i - 1) / (PARTS - i);
        if (searched->scene->skewed && i + 1 < PARTS)
            part = rest - rest / TENTH;
        struct leaves child = {part, mix(leaves->salt * PARTS + i + 1), path};
        spread_child(out, 0, &child, sizeof child, (double)part / (double)leaves->count);
        rest -= part;
    }
}

static int run_item(void *state, const struct spread_item *item, struct spread_out *out,
                    struct error *error)
{
    struct searched *search = state;
    struct leaves leaves;
    (void)error;
    memcpy(&leaves, item->bytes, sizeof leaves);
    /* From half to one and a half of the mean. */
    double seconds = search->scene->seconds * (0.5 + (double)(mix(leaves.salt) >> 11) * 0x1p-53);
    count_busy(1);
    actor_wait(simulation_now() + seconds, false);
    count_busy(-1);
    double path = leaves.before + seconds;
    search->outcome->work += seconds;
    if (path > search->outcome->path)
        search->outcome->path = path;
    hand_out(&leaves, path, out);
    spread_result(out, &leaves.salt, sizeof leaves.salt);
    return 0;
}

static bool take(void *context, const struct spread_item *item, const void *result, size_t length,
                 bool old)
{
    (void)context, (void)item, (void)result, (void)length, (void)old;
    return false;
}

static void progress(void *context, const struct spread_progress *now)
{
    struct searched *search = context;
    size_t memory = actor_memory(search->searchers[0].actor);
    (void)now;
    if (memory > search->outcome->memory)
        search->outcome->memory = memory;
}

static const struct spread_worker WORKER = {open_worker, run_item, NULL};
static const struct spread_watch WATCH = {.take = take, .progress = progress};

static void process_actor(void *data)
{
    struct searcher *searcher = data;
    struct searched *search = searcher->search;
    const struct search_scene *scene = search->scene;
    struct search_outcome *outcome = search->outcome;
    struct leaves root = {scene->items, 1, 0};
    struct spread_options options = {.workers = scene->workers,
                                     .mixed = true,
                                     .directory = scene->directory,
                                     .header = "simulated",
                                     .header_length = 9,
                                     .root = &root,
                                     .root_length = sizeof root};
    struct spread_end end;
    struct error error = {0};
    int failed = spread_run(&options, &WORKER, &WATCH, search, &end, &error);
    if (searcher->number > 0)
        return;
    outcome->done = end.count.done;
    outcome->complete = !failed && end.outcome == SPREAD_COMPLETE;
    outcome->seconds = clock_seconds();
    snprintf(outcome->note, sizeof outcome->note, "%.99s%.99s", end.note, failed ? error.text : "");
}

void searching_simulate(const struct search_scene *scene, struct search_outcome *outcome)
{
    struct searched search = {.scene = scene, .outcome = outcome};
    static const double FOREVER = 1e6;
    simulation_begin(scene->charges);
    network_begin(scene->processes, LATENCY, BANDWIDTH);
    *outcome = (struct search_outcome){0};
    double start = simulation_now();
    search.transports = memory_zero((size_t)scene->processes, sizeof *search.transports);
    search.searchers = memory_zero((size_t)scene->processes, sizeof *search.searchers);
    searched = &search;
    for (int i = 0; i < scene->processes; i++) {
        search.transports[i].process = i;
        search.searchers[i] = (struct searcher){.search = &search, .number = i};
        search.searchers[i].actor = actor_start(process_actor, &search.searchers[i], i);
    }
    simulation_run(FOREVER);
    outcome->processor = actor_processor(search.searchers[0].actor);
    outcome->ending = outcome->seconds - outcome->ending;
    outcome->begun -= start;
    outcome->seconds -= start;
    outcome->messages = network_host(0)->sends;
    outcome->bytes_in = network_host(0)->bytes_in;
    outcome->bytes_out = network_host(0)->bytes_out;
    searched = NULL;
    for (int i = 0; i < scene->processes; i++)
        for (struct mail *mail = search.transports[i].first, *next; mail; mail = next) {
            next = mail->next;
            __real_free(mail);
        }
    free(search.transports);
    free(search.searchers);
    network_end();
    simulation_end();
}

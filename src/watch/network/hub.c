#include "watch/network/hub.h"

#include "base/clock.h"
#include "watch/network/lobby.h"
#include "watch/network/reach.h"
#include "watch/network/wire.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROUNDS = 1024, PROCESSES = BEACON_PROCESSES };

static const double ROUND = 0.1;  /* seconds between two numbers */
static const double SILENCE = 10; /* a monitor that is silent for this long is lost */
static const double FAREWELL = 1; /* seconds in which all can receive the last frame and leave */
static const double RETURN = 30; /* seconds for which a core file of a lost node may still arrive */

struct hub_node {
    const char *name;
    char address[CHANNEL_ADDRESS]; /* where others reach it, with its port */
    struct channel *direct;        /* NULL: another monitor passes on its reports */
    double confirmed;              /* its reports describe a time after this */
    double heard;
    bool done, lost, looked;
    struct tracked **processes; /* by their numbers on the node */
    size_t process_count;
};

/* A monitor that has called and proved that it knows the secret, from the hub's side. */
struct guest {
    struct channel channel;
    int node; /* 0: it has not named its node yet, or it was sent to another monitor */
    double since;
};

/* A core file of a process of another node. */
struct core_request {
    uint64_t node, process; /* numbers of the node and of the process on it */
};

struct hub {
    struct arena arena;
    struct tracker *tracker;
    struct secret secret;
    struct lobby lobby;
    char *addresses;
    size_t fan;
    struct guest **guests;
    size_t guest_count, guest_space;
    struct hub_node **nodes; /* the index of a node is its number minus one */
    size_t node_count;
    uint64_t round;
    double sent[ROUNDS]; /* time at which each round was sent */
    double now;
    const char **names; /* names of functions, each once */
    size_t name_count;
    char **notes;
    size_t note_count, note_space;
    bool same; /* no monitor was lost or came back */
    bool ended;
    bool refused; /* a caller was refused, and the user was told */
    struct rank_look *looks;
    size_t look_count;
    struct arena *look_arena;
    struct core_request *cores; /* requested and not there yet */
    size_t core_count, core_space;
};

struct hub *hub_open(const char *address, size_t fan, struct tracker *tracker, struct error *error)
{
    struct hub *hub = memory_zero(1, sizeof *hub);
    secret_make(&hub->secret);
    if (lobby_open(&hub->lobby, address, &hub->secret, error) != 0) {
        free(hub);
        return NULL;
    }
    hub->addresses = address ? memory_printf("%s:%d", address, hub->lobby.port)
                             : reach_addresses(hub->lobby.port);
    hub->tracker = tracker;
    hub->fan = fan > 0 ? fan : 1;
    hub->same = true;
    return hub;
}

const char *hub_addresses(const struct hub *hub)
{
    return hub->addresses;
}

const struct secret *hub_secret(const struct hub *hub)
{
    return &hub->secret;
}

static void hub_add_note(struct hub *hub, char *text)
{
    hub->notes = memory_room(hub->notes, hub->note_count, &hub->note_space, sizeof *hub->notes);
    hub->notes[hub->note_count++] = text;
}

char *hub_note(struct hub *hub)
{
    if (hub->note_count == 0)
        return NULL;
    char *first = hub->notes[0];
    hub->note_count--;
    memmove(hub->notes, hub->notes + 1, hub->note_count * sizeof *hub->notes);
    return first;
}

static struct hub_node *hub_node_of(const struct hub *hub, uint64_t number)
{
    return number >= 1 && number <= hub->node_count ? hub->nodes[number - 1] : NULL;
}

size_t hub_nodes(const struct hub *hub)
{
    return hub->node_count;
}

size_t hub_lost(const struct hub *hub)
{
    size_t lost = 0;
    for (size_t i = 0; i < hub->node_count; i++)
        lost += hub->nodes[i]->lost;
    return lost;
}

bool hub_done(const struct hub *hub)
{
    bool done = hub->node_count > 0;
    for (size_t i = 0; i < hub->node_count; i++)
        done = done && (hub->nodes[i]->done || hub->nodes[i]->lost);
    return done;
}

double hub_horizon(const struct hub *hub, double now)
{
    for (size_t i = 0; i < hub->node_count; i++) {
        const struct hub_node *node = hub->nodes[i];
        if (!node->done && !node->lost && node->confirmed < now)
            now = node->confirmed;
    }
    return now;
}

static void hub_lose(struct hub *hub, uint64_t number, bool lost)
{
    struct hub_node *node = hub_node_of(hub, number);
    if (!node || node->done || node->lost == lost || hub->ended)
        return;
    node->lost = lost;
    hub->same = false;
    tracker_lose(hub->tracker, (int)number, lost);
    hub_add_note(hub, lost
                          ? memory_printf("the monitor of node %s is lost: its ranks are no longer "
                                          "watched, the others still are",
                                          node->name)
                          : memory_printf("the monitor of node %s is back", node->name));
}

/* Returns the monitor of another node to which a node reports; NULL: it reports to the hub. */
static const struct hub_node *hub_parent_of(const struct hub *hub, uint64_t number)
{
    uint64_t above = (number - 1) / hub->fan;
    const struct hub_node *parent = hub_node_of(hub, above);
    return parent && !parent->lost && !parent->done ? parent : NULL;
}

/* Asks again for core files: a monitor that calls again may have missed the request, or its answer
 * was lost. It then answers again. */
static void ask_for_cores(struct hub *hub, uint64_t node, struct bytes *out)
{
    for (size_t i = 0; i < hub->core_count; i++) {
        if (hub->cores[i].node != node)
            continue;
        size_t begin = wire_begin(out, WIRE_SAVE, node);
        bytes_add_number(out, hub->cores[i].process);
        bytes_end_frame(out, begin);
    }
}

static void hub_welcome(struct hub *hub, struct guest *guest, uint64_t number, bool again)
{
    struct hub_node *node = hub_node_of(hub, number);
    const struct hub_node *parent = again ? NULL : hub_parent_of(hub, number);
    struct bytes *out = &guest->channel.out;
    node->heard = node->confirmed = hub->now;
    size_t begin = wire_begin(out, parent ? WIRE_PARENT : WIRE_WELCOME, number);
    if (parent)
        wire_add_text(out, parent->address);
    bytes_end_frame(out, begin);
    if (!parent)
        ask_for_cores(hub, number, out);
    node->direct = parent ? NULL : &guest->channel;
    guest->node = parent ? 0 : (int)number;
}

static void hear_hello(struct hub *hub, struct guest *guest, uint64_t number, struct reader *in)
{
    struct arena scratch = {0};
    const char *name = wire_text(in, &scratch);
    uint64_t port = reader_number(in);
    bool again = hub_node_of(hub, number) != NULL;
    if (in->bad || !name || port > UINT16_MAX) {
        channel_close(&guest->channel);
        arena_free(&scratch);
        return;
    }
    if (!again) {
        struct hub_node *node = arena_alloc(&hub->arena, sizeof *node);
        char address[CHANNEL_ADDRESS - 8];
        channel_peer(&guest->channel, node->address);
        snprintf(address, sizeof address, "%.40s", node->address);
        snprintf(node->address, sizeof node->address, "%s:%u", address, (unsigned)port);
        node->name = arena_copy(&hub->arena, name);
        *arena_push(&hub->arena, hub->nodes, hub->node_count) = node;
        number = hub->node_count;
    }
    arena_free(&scratch);
    hub_welcome(hub, guest, number, again);
    hub_lose(hub, number, false);
}

static const char *hub_intern(struct hub *hub, const char *name)
{
    for (size_t i = 0; name && i < hub->name_count; i++)
        if (strcmp(hub->names[i], name) == 0)
            return hub->names[i];
    if (name)
        *arena_push(&hub->arena, hub->names, hub->name_count) = arena_copy(&hub->arena, name);
    return name ? hub->names[hub->name_count - 1] : NULL;
}

static struct tracked *hub_process_of(struct hub *hub, struct hub_node *node, uint64_t number,
                                      uint64_t index)
{
    if (index >= PROCESSES)
        return NULL;
    while (node->process_count <= index)
        *arena_push(&hub->arena, node->processes, node->process_count) =
            tracker_add(hub->tracker, (int)number, hub->now);
    return node->processes[index];
}

static void hear_report(struct hub *hub, struct hub_node *node, uint64_t number, struct reader *in)
{
    struct arena scratch = {0};
    uint64_t round = reader_number(in);
    while (in->left > 0 && !in->bad) {
        enum wire_piece piece = (enum wire_piece)reader_kind(in);
        struct tracked *process = hub_process_of(hub, node, number, reader_number(in));
        if (!process)
            break;
        if (piece == WIRE_MOVES) {
            tracker_leaves(hub->tracker, process, hub->now);
            wire_place(in, process);
            tracker_moves(hub->tracker, process, hub->now);
        } else if (piece == WIRE_RECORD) {
            wire_record(in, &scratch, process);
            process->function = hub_intern(hub, process->function);
        } else {
            struct vitals vitals;
            wire_vitals(in, &vitals);
            tracker_vitals(hub->tracker, process, &vitals, hub->now);
        }
    }
    arena_free(&scratch);
    if (round > 0 && round <= hub->round && hub->round - round < ROUNDS)
        node->confirmed = fmax(node->confirmed, hub->sent[round % ROUNDS]);
}

static void hear_look(struct hub *hub, struct hub_node *node, uint64_t number, struct reader *in)
{
    const struct tracked *process = hub_process_of(hub, node, number, reader_number(in));
    if (process && hub->looks && process->index < hub->look_count)
        wire_look(in, hub->look_arena, &hub->looks[process->index]);
}

static void hear_core(struct hub *hub, const struct hub_node *node, uint64_t number,
                      struct reader *in)
{
    struct arena scratch = {0};
    uint64_t process = reader_number(in);
    const char *text = wire_text(in, &scratch);
    for (size_t i = 0; text && i < hub->core_count; i++) {
        if (hub->cores[i].node != number || hub->cores[i].process != process)
            continue;
        hub_add_note(hub, memory_printf("%s, on node %s", text, node->name));
        hub->cores[i] = hub->cores[--hub->core_count];
        break;
    }
    arena_free(&scratch);
}

static void hear_failure(struct hub *hub, struct hub_node *node, uint64_t number, struct reader *in)
{
    struct arena scratch = {0};
    const char *text = wire_text(in, &scratch);
    hub_lose(hub, number, true);
    node->done = true;
    hub_add_note(hub,
                 memory_printf("node %s: %s", node->name, text ? text : "it cannot be watched"));
    arena_free(&scratch);
}

/* Handles a sentence for the user. */
static void hear_note(struct hub *hub, const struct hub_node *node, struct reader *in)
{
    struct arena scratch = {0};
    const char *text = wire_text(in, &scratch);
    if (text)
        hub_add_note(hub, memory_printf("node %s: %s", node->name, text));
    arena_free(&scratch);
}

static void hub_hear(struct hub *hub, struct guest *guest, struct reader *in)
{
    enum wire_kind kind = (enum wire_kind)reader_kind(in);
    uint64_t number = reader_number(in);
    if (kind == WIRE_HELLO) {
        hear_hello(hub, guest, number, in);
        return;
    }
    struct hub_node *node = hub_node_of(hub, number);
    if (!node || guest->node == 0)
        return;
    if (kind == WIRE_LOST) {
        hub_lose(hub, number, node->direct == NULL);
        return;
    }
    node->heard = hub->now;
    hub_lose(hub, number, false);
    if (kind == WIRE_REPORT)
        hear_report(hub, node, number, in);
    else if (kind == WIRE_LOOK)
        hear_look(hub, node, number, in);
    else if (kind == WIRE_LOOKED)
        node->looked = true;
    else if (kind == WIRE_CORE)
        hear_core(hub, node, number, in);
    else if (kind == WIRE_DONE)
        node->done = true;
    else if (kind == WIRE_NOTE)
        hear_note(hub, node, in);
    else if (kind == WIRE_FAILED)
        hear_failure(hub, node, number, in);
}

static void drop_guest(struct hub *hub, size_t index)
{
    struct guest *guest = hub->guests[index];
    struct hub_node *node = hub_node_of(hub, (uint64_t)guest->node);
    if (channel_forged(&guest->channel))
        hub_add_note(hub,
                     memory_printf("the connection of node %s was ended: it received data that its "
                                   "monitor did not send",
                                   node ? node->name : "?"));
    channel_close(&guest->channel);
    if (node && node->direct == &guest->channel) {
        node->direct = NULL;
        hub_lose(hub, (uint64_t)guest->node, true);
    }
    free(guest);
    hub->guests[index] = hub->guests[--hub->guest_count];
}

static void admit_guests(struct hub *hub)
{
    struct channel channel;
    while (lobby_admit(&hub->lobby, hub->now, &channel)) {
        hub->guests =
            memory_room(hub->guests, hub->guest_count, &hub->guest_space, sizeof *hub->guests);
        struct guest *guest = memory_zero(1, sizeof *guest);
        guest->channel = channel;
        guest->since = hub->now;
        hub->guests[hub->guest_count++] = guest;
    }
    if (hub->lobby.refused > 0 && !hub->refused)
        hub_add_note(hub, memory_printf("a caller at %s does not know the secret of this job: such "
                                        "callers are ignored",
                                        hub->lobby.refused_from));
    hub->refused = hub->lobby.refused > 0;
}

/* Sends the same frame to all direct monitors, which pass it on to those below. */
static void hub_tell(struct hub *hub, const struct bytes *frame)
{
    for (size_t i = 0; i < hub->guest_count; i++)
        if (hub->guests[i]->node > 0)
            bytes_add(&hub->guests[i]->channel.out, frame->data, frame->length);
}

static void tell_kind(struct hub *hub, enum wire_kind kind, uint64_t number)
{
    struct bytes frame = {0};
    size_t begin = wire_begin(&frame, kind, 0);
    bytes_add_number(&frame, number);
    bytes_end_frame(&frame, begin);
    hub_tell(hub, &frame);
    bytes_free(&frame);
}

bool hub_pump(struct hub *hub, double now)
{
    hub->now = now;
    admit_guests(hub);
    if (hub->round == 0 || now - hub->sent[hub->round % ROUNDS] >= ROUND) {
        hub->round++;
        hub->sent[hub->round % ROUNDS] = now;
        tell_kind(hub, WIRE_ROUND, hub->round);
    }
    for (size_t i = 0; i < hub->guest_count;) {
        struct guest *guest = hub->guests[i];
        struct reader frame;
        bool open = channel_pump(&guest->channel);
        while (channel_next(&guest->channel, &frame))
            hub_hear(hub, guest, &frame);
        /* A monitor sends its first frame soon after its proof. */
        bool silent = guest->node == 0 && now - guest->since > SILENCE;
        if (open && guest->channel.socket >= 0 && !silent)
            i++;
        else
            drop_guest(hub, i);
    }
    for (size_t i = 0; i < hub->node_count; i++)
        if (now - hub->nodes[i]->heard > SILENCE)
            hub_lose(hub, i + 1, true);
    bool same = hub->same;
    hub->same = true;
    return same;
}

/* Handles messages until `is_over`, or for this many seconds. */
static void wait_for(struct hub *hub, bool (*is_over)(const struct hub *), double seconds)
{
    double end = clock_seconds() + seconds;
    bool same = true;
    while (!is_over(hub) && clock_seconds() < end) {
        usleep(20000);
        same = hub_pump(hub, clock_seconds()) && same;
    }
    hub->same = same;
}

static bool all_looked(const struct hub *hub)
{
    for (size_t i = 0; i < hub->node_count; i++)
        if (!hub->nodes[i]->looked && !hub->nodes[i]->lost && !hub->nodes[i]->done)
            return false;
    return true;
}

void hub_look(struct hub *hub, struct rank_look *looks, size_t count, struct arena *arena,
              double seconds)
{
    for (size_t i = 0; i < hub->node_count; i++)
        hub->nodes[i]->looked = false;
    hub->looks = looks;
    hub->look_count = count;
    hub->look_arena = arena;
    tell_kind(hub, WIRE_STACKS, 0);
    wait_for(hub, all_looked, seconds);
    hub->looks = NULL;
}

void hub_save(struct hub *hub, const struct tracked *process)
{
    const struct hub_node *node = hub_node_of(hub, (uint64_t)process->node);
    struct bytes frame = {0};
    for (size_t i = 0; node && !node->lost && i < node->process_count; i++) {
        if (node->processes[i] != process)
            continue;
        size_t begin = wire_begin(&frame, WIRE_SAVE, (uint64_t)process->node);
        bytes_add_number(&frame, i);
        bytes_end_frame(&frame, begin);
        hub_tell(hub, &frame);
        hub->cores = memory_room(hub->cores, hub->core_count, &hub->core_space, sizeof *hub->cores);
        hub->cores[hub->core_count++] = (struct core_request){(uint64_t)process->node, i};
    }
    bytes_free(&frame);
}

size_t hub_cores(const struct hub *hub)
{
    size_t awaited = 0;
    for (size_t i = 0; i < hub->core_count; i++) {
        const struct hub_node *node = hub_node_of(hub, hub->cores[i].node);
        awaited += !node->done && (!node->lost || hub->now - node->heard < RETURN);
    }
    return awaited;
}

static bool hub_never(const struct hub *hub)
{
    (void)hub;
    return false;
}

void hub_wait(struct hub *hub, double seconds)
{
    wait_for(hub, hub_never, seconds);
}

static bool all_gone(const struct hub *hub)
{
    return hub->guest_count == 0;
}

void hub_end(struct hub *hub)
{
    hub->ended = true; /* a monitor that leaves from now on is not lost */
    tell_kind(hub, WIRE_END, 0);
    wait_for(hub, all_gone, FAREWELL);
}

void hub_close(struct hub *hub)
{
    if (!hub)
        return;
    while (hub->guest_count > 0)
        drop_guest(hub, hub->guest_count - 1);
    for (size_t i = 0; i < hub->note_count; i++)
        free(hub->notes[i]);
    lobby_close(&hub->lobby);
    secret_wipe(&hub->secret);
    free(hub->guests);
    free(hub->notes);
    free(hub->cores);
    free(hub->addresses);
    arena_free(&hub->arena);
    free(hub);
}

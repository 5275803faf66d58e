#include "watch/network/node.h"

#include "base/clock.h"
#include "base/memory.h"
#include "runtime/beacon/path.h"
#include "watch/network/lobby.h"
#include "watch/network/wire.h"
#include "watch/sample/saving.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>

enum { LOOK_MILLISECONDS = 50, POLLED = 1024 };

static const double REPORT = 0.1;  /* seconds between two reports */
static const double STANDS = 0.15; /* a process stands still this long before its record is sent */
static const double LONELY = 30;   /* seconds for which the node calls a lost hub */
static const double STRANGER = 10; /* seconds in which a child must name its node */
static const double SILENCE = 5;   /* the monitor above is lost if it is silent for this long */
static const double BEGINNING = 120; /* seconds in which the first process must appear */

/* The last report about a process. */
struct told {
    double since;  /* its last move, as reported */
    double asked;  /* time of the reported vitals */
    bool record;   /* its record has been sent */
    uint64_t site; /* call in the report; a process that polls changes it without a move */
    uint8_t kind;
};

struct child {
    struct channel channel;
    bool known; /* it has named its node */
    bool done;  /* it will send nothing more */
    uint64_t number;
    double since;
};

struct network_node {
    const struct node_options *options;
    uint64_t number; /* 0: the hub has not assigned it yet */
    uint64_t round;  /* the newest round that was received */
    struct channel above;
    char *parent; /* address of the monitor to report to instead of the hub */
    struct lobby lobby;
    struct child **children;
    size_t child_count, child_space;
    struct tracker tracker;
    struct told *told;
    size_t told_count, told_space;
    double start, reported, looked, sampled;
    double called; /* time of the last attempt to reach a monitor above */
    double heard;  /* time of the last frame from above */
    double alone;  /* time since which no monitor above has welcomed it; 0: one has */
    bool over, done, reached;
    bool refused;           /* a caller was refused, and this was reported */
    const char *note;       /* for the user; sent when there is a monitor above */
    struct savings savings; /* core files, by the number of the process */
};

static void add_hello(struct network_node *node, enum wire_kind kind)
{
    char name[BEACON_NODE];
    struct bytes *out = &node->above.out;
    beacon_node(name);
    size_t begin = wire_begin(out, kind, node->number);
    wire_add_text(out, name);
    bytes_add_number(out, (uint64_t)node->lobby.port);
    bytes_end_frame(out, begin);
}

static void listen_for_children(struct network_node *node)
{
    char address[CHANNEL_ADDRESS];
    struct error ignored;
    channel_self(&node->above, address);
    if (lobby_open(&node->lobby, address, node->options->secret, &ignored) != 0)
        node->lobby.listener = -1;
}

/* Calls the hub, or the monitor that it named. A new monitor above needs all reports from the
 * start. */
static void call_above(struct network_node *node, double now)
{
    static const double PAUSE = 0.5;
    if (now - node->called < PAUSE && !node->parent)
        return;
    node->called = now;
    const char *addresses = node->parent ? node->parent : node->options->addresses;
    if (channel_connect(addresses, node->options->secret, &node->above)) {
        if (node->lobby.listener < 0)
            listen_for_children(node);
        node->heard = now;
        add_hello(node, node->parent ? WIRE_JOIN : WIRE_HELLO);
        channel_pump(&node->above);
        for (size_t i = 0; i < node->told_count; i++)
            node->told[i] = (struct told){0};
    } else {
        node->over = node->over || now - node->alone > LONELY || node->tracker.gone;
    }
    free(node->parent); /* if that monitor does not answer, the hub will name another one */
    node->parent = NULL;
}

static void leave_above(struct network_node *node, double now)
{
    if (channel_forged(&node->above) && !node->note)
        node->note = "the connection of this monitor to the one above was ended: it received data "
                     "that the latter did not send";
    channel_close(&node->above);
    if (node->alone <= 0)
        node->alone = now;
    else if (now - node->alone > LONELY) /* the answer does not come from the hub */
        node->over = true;
}

/* Sends the frame to all children. */
static void pass_down(struct network_node *node, const struct reader *frame)
{
    for (size_t i = 0; i < node->child_count; i++)
        if (node->children[i]->known)
            wire_pass_on(&node->children[i]->channel.out, frame);
}

static void tell_looks(struct network_node *node)
{
    struct bytes *out = &node->above.out;
    for (size_t i = 0; i < node->tracker.count; i++) {
        struct arena arena = {0};
        struct rank_look look;
        rank_look_take(node->tracker.processes[i], &arena, &look);
        size_t begin = wire_begin(out, WIRE_LOOK, node->number);
        bytes_add_number(out, i);
        wire_add_look(out, &look);
        bytes_end_frame(out, begin);
        arena_free(&arena);
    }
    wire_add_word(out, WIRE_LOOKED, node->number);
}

static void tell_core(struct network_node *node, uint64_t index, const char *sentence)
{
    struct bytes *out = &node->above.out;
    size_t begin = wire_begin(out, WIRE_CORE, node->number);
    bytes_add_number(out, index);
    wire_add_text(out, sentence);
    bytes_end_frame(out, begin);
}

static void save_core(struct network_node *node, struct reader *in)
{
    const char *directory = node->options->cores;
    uint64_t index = reader_number(in);
    if (index >= node->tracker.count || in->bad)
        return;
    const struct tracked *tracked = node->tracker.processes[index];
    if (directory)
        savings_start(&node->savings, index, &tracked->identity, tracked->record.rank, directory);
    else
        tell_core(node, index, "no core file: the job was not started with --core");
}

static void tell_cores(struct network_node *node)
{
    uint64_t index;
    const char *sentence;
    while (node->number != 0 && node->above.socket >= 0 &&
           savings_next(&node->savings, &index, &sentence))
        tell_core(node, index, sentence);
}

static void name_parent(struct network_node *node, const char *address)
{
    free(node->parent);
    node->parent = address ? memory_copy(address) : NULL;
}

static void hear_above(struct network_node *node, const struct reader *frame)
{
    struct arena scratch = {0};
    struct reader in = *frame;
    enum wire_kind kind = (enum wire_kind)reader_kind(&in);
    uint64_t number = reader_number(&in);
    switch (kind) {
    case WIRE_WELCOME:
        node->number = number;
        node->reached = true;
        node->alone = 0;
        break;
    case WIRE_PARENT:
        node->number = number;
        node->reached = true;
        node->alone = node->heard;
        name_parent(node, wire_text(&in, &scratch));
        break;
    case WIRE_ROUND:
        node->round = reader_number(&in);
        pass_down(node, frame);
        break;
    case WIRE_STACKS:
        pass_down(node, frame);
        tell_looks(node);
        break;
    case WIRE_SAVE:
        pass_down(node, frame);
        if (number == node->number)
            save_core(node, &in);
        break;
    case WIRE_END:
        pass_down(node, frame);
        node->over = true;
        break;
    default:
        break;
    }
    arena_free(&scratch);
}

/* Handles a frame of a child. Returns false if the child must be removed. */
static bool hear_child(struct network_node *node, struct child *child, const struct reader *frame)
{
    struct reader in = *frame;
    enum wire_kind kind = (enum wire_kind)reader_kind(&in);
    uint64_t number = reader_number(&in);
    if (kind == WIRE_JOIN) {
        child->known = true;
        child->number = number;
        wire_add_word(&child->channel.out, WIRE_WELCOME, number);
    } else if (child->known && node->above.socket >= 0) {
        wire_pass_on(&node->above.out, frame);
        child->done = child->done || (kind == WIRE_DONE && number == child->number);
    }
    return child->known;
}

static void admit_children(struct network_node *node, double now)
{
    struct channel channel;
    while (lobby_admit(&node->lobby, now, &channel)) {
        node->children = memory_room(node->children, node->child_count, &node->child_space,
                                     sizeof *node->children);
        struct child *child = memory_zero(1, sizeof *child);
        child->channel = channel;
        child->since = now;
        node->children[node->child_count++] = child;
    }
    if (node->lobby.refused > 0 && !node->refused && !node->note)
        node->note = "a caller of the monitor does not know the secret of this job: such callers "
                     "are ignored";
    node->refused = node->lobby.refused > 0;
}

static void pump_children(struct network_node *node, double now)
{
    admit_children(node, now);
    for (size_t i = 0; i < node->child_count;) {
        struct child *child = node->children[i];
        struct reader frame;
        bool open = channel_pump(&child->channel);
        while (channel_next(&child->channel, &frame))
            open = hear_child(node, child, &frame) && open;
        if (channel_forged(&child->channel)) {
            open = false;
            node->note = node->note ? node->note
                                    : "a connection to the monitor was ended: it received data "
                                      "that no monitor sent";
        }
        open = open && (child->known || now - child->since < STRANGER);
        if (open && child->channel.socket >= 0) {
            i++;
            continue;
        }
        if (child->known && !child->done && node->above.socket >= 0)
            wire_add_word(&node->above.out, WIRE_LOST, child->number);
        channel_close(&child->channel);
        free(child);
        node->children[i] = node->children[--node->child_count];
    }
}

static void pump_above(struct network_node *node, double now)
{
    struct reader frame;
    if (node->above.socket < 0) {
        call_above(node, now);
        return;
    }
    bool open = channel_pump(&node->above);
    while (channel_next(&node->above, &frame)) {
        hear_above(node, &frame);
        node->heard = now;
    }
    /* Rounds come ten times a second. TCP would need a quarter of an hour to notice a lost
     * connection. */
    if (!open || channel_forged(&node->above) || node->parent || now - node->heard > SILENCE)
        leave_above(node, now);
}

/* Adds the news about a process since the last report. */
static void add_process(struct network_node *node, size_t index, struct bytes *out, double now)
{
    const struct tracked *process = node->tracker.processes[index];
    struct told *told = &node->told[index];
    if (process->since > told->since) {
        bytes_add_kind(out, WIRE_MOVES);
        bytes_add_number(out, index);
        wire_add_place(out, process);
        told->since = process->since;
        told->record = false;
    }
    const struct beacon_lane *lane = tracker_lane(process);
    if (lane && (lane->site != told->site || lane->kind != told->kind))
        told->record = false;
    if (!told->record && now - process->since >= STANDS) {
        told->site = lane ? lane->site : 0;
        told->kind = lane ? lane->kind : 0;
        bytes_add_kind(out, WIRE_RECORD);
        bytes_add_number(out, index);
        wire_add_record(out, process);
        told->record = true;
    }
    if (process->asked > told->asked && (told->record || !process->vitals.alive)) {
        bytes_add_kind(out, WIRE_VITALS);
        bytes_add_number(out, index);
        wire_add_vitals(out, &process->vitals);
        told->asked = process->asked;
    }
}

static void node_report(struct network_node *node, double now)
{
    struct bytes *out = &node->above.out;
    if (node->number == 0 || node->above.socket < 0 || now - node->reported < REPORT)
        return;
    node->reported = now;
    while (node->told_count < node->tracker.count) {
        node->told =
            memory_room(node->told, node->told_count, &node->told_space, sizeof *node->told);
        node->told[node->told_count++] = (struct told){0};
    }
    size_t begin = wire_begin(out, WIRE_REPORT, node->number);
    bytes_add_number(out, node->round);
    for (size_t i = 0; i < node->tracker.count; i++)
        add_process(node, i, out, now);
    bytes_end_frame(out, begin);
    if (node->tracker.gone && !node->done) {
        wire_add_word(out, WIRE_DONE, node->number);
        node->done = true;
    }
}

static void tell_note(struct network_node *node)
{
    struct bytes *out = &node->above.out;
    if (!node->note || node->number == 0 || node->above.socket < 0)
        return;
    size_t begin = wire_begin(out, WIRE_NOTE, node->number);
    wire_add_text(out, node->note);
    bytes_end_frame(out, begin);
    node->note = NULL;
}

static void tell_problem(struct network_node *node)
{
    struct bytes *out = &node->above.out;
    if (node->number == 0 || node->above.socket < 0)
        return;
    size_t begin = wire_begin(out, WIRE_FAILED, node->number);
    wire_add_text(out, node->options->problem);
    bytes_end_frame(out, begin);
    channel_pump(&node->above);
    node->over = true;
}

/* Waits for messages. It does not wait for callers, so that a stranger who calls all the time
 * cannot keep the monitor busy; they are handled when it wakes up. */
static void wait_for_word(const struct network_node *node)
{
    struct pollfd polled[POLLED];
    nfds_t count = 0;
    if (node->above.socket >= 0)
        polled[count++] = (struct pollfd){.fd = node->above.socket, .events = POLLIN};
    for (size_t i = 0; i < node->child_count && count < POLLED; i++)
        polled[count++] =
            (struct pollfd){.fd = node->children[i]->channel.socket, .events = POLLIN};
    poll(polled, count, LOOK_MILLISECONDS);
}

/* Looks at the processes, but not at each frame of a child, of which there may be hundreds in a
 * second. It always looks before a report, because a report describes a time after the round that
 * it repeats. */
static void node_look(struct network_node *node, double now)
{
    const struct node_options *options = node->options;
    if (now - node->looked < LOOK_MILLISECONDS * 1e-3 && now - node->reported < REPORT)
        return;
    node->looked = now;
    if (options->sampler && now - node->sampled >= SAMPLER_PAUSE) {
        node->sampled = now;
        sampler_look(options->sampler, NULL, 0, options->board);
    }
    tracker_look(&node->tracker, options->board, now);
}

static void close_node(struct network_node *node)
{
    channel_pump(&node->above);
    channel_close(&node->above);
    for (size_t i = 0; i < node->child_count; i++) {
        channel_pump(&node->children[i]->channel);
        channel_close(&node->children[i]->channel);
        free(node->children[i]);
    }
    lobby_close(&node->lobby);
    savings_end(&node->savings);
    free(node->children);
    free(node->told);
    free(node->parent);
    tracker_free(&node->tracker);
}

bool node_run(const struct node_options *options)
{
    struct network_node node = {.options = options,
                                .lobby = {.listener = -1, .reserve = -1},
                                .above.socket = -1,
                                .start = clock_seconds(),
                                .alone = clock_seconds()};
    tracker_start(&node.tracker, node.start);
    while (!node.over) {
        double now = clock_seconds();
        wait_for_word(&node);
        pump_above(&node, now);
        pump_children(&node, now);
        if (options->problem) {
            tell_problem(&node);
            continue;
        }
        node_look(&node, now);
        tell_note(&node);
        tell_cores(&node);
        node_report(&node, now);
        if (node.done && node.child_count == 0 && !savings_busy(&node.savings) &&
            channel_is_sent(&node.above))
            node.over = true;
        if (node.tracker.count == 0 && now - node.start > BEGINNING)
            node.over = true;
    }
    close_node(&node);
    return node.reached;
}

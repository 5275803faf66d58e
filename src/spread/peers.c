#include "spread/peers.h"

#include "base/clock.h"
#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MESSAGE_BYTES = 64 << 20, WORKERS_MAX = 1 << 16 };

struct peer {
    bool lost;  /* messages to and from it are dropped */
    bool left;  /* it said goodbye */
    bool asked; /* it was asked to give, and has not answered */
    bool empty; /* it had nothing to give when it was last asked */
    uint64_t needs;
    uint64_t kept; /* items done since it was last told how many are in the journal */
    int workers;
    double silence; /* seconds since its last message */
    double spoken;  /* when a message was last sent to it */
    struct bytes out;
};

struct peers {
    struct transport *transport;
    struct frontier *frontier;
    struct peers_events events;
    int first;       /* queue that process 0 would have */
    uint64_t author; /* author of the ids that process 0 makes; those of the others follow */
    int count;       /* number of processes, including process 0 */
    struct peer *peers;
    double looked; /* when the silence was last measured */
    struct bytes in;
    char note[ERROR_TEXT_MAX];
};

static size_t peers_begin(struct bytes *out, enum peers_message kind)
{
    size_t start = bytes_begin_frame(out);
    bytes_add_kind(out, (char)kind);
    return start;
}

static void peers_say_number(struct bytes *out, enum peers_message kind, uint64_t number)
{
    size_t start = peers_begin(out, kind);
    bytes_add_number(out, number);
    bytes_end_frame(out, start);
}

struct peers *peers_open(struct transport *transport, int processes, struct frontier *frontier,
                         int first, uint64_t author, const struct peers_events *events)
{
    struct peers *peers = memory_zero(1, sizeof *peers);
    peers->transport = transport;
    peers->frontier = frontier;
    peers->events = *events;
    peers->first = first;
    peers->author = author;
    peers->count = processes;
    peers->looked = clock_seconds();
    peers->peers = memory_zero((size_t)processes, sizeof *peers->peers);
    peers->peers[0].lost = true; /* this is process 0 itself */
    for (int i = 1; i < processes; i++) {
        struct peer *peer = &peers->peers[i];
        peers_say_number(&peer->out, PEERS_WELCOME, author + (uint64_t)i);
    }
    return peers;
}

void peers_close(struct peers *peers)
{
    if (!peers)
        return;
    for (int i = 0; i < peers->count; i++)
        bytes_free(&peers->peers[i].out);
    bytes_free(&peers->in);
    free(peers->peers);
    free(peers);
}

static void peers_flush(struct peers *peers, int number)
{
    struct peer *peer = &peers->peers[number];
    if (peer->out.length == 0)
        return;
    transport_send(peers->transport, number, &peer->out);
    peer->spoken = clock_seconds();
}

static bool peers_work(const struct peer *peer)
{
    return !peer->lost && !peer->left;
}

/* Puts the items of a process that is gone into the first queue, for others. */
static void peers_inherit(struct peers *peers, int number)
{
    struct item *item;
    peers->peers[number].workers = 0;
    while ((item = frontier_take_newest(peers->frontier, peers->first + number)))
        frontier_put_oldest(peers->frontier, 0, item);
}

/* Returns the item with this id, if the process has it. */
static struct item *item_of(const struct peers *peers, int number, uint64_t id)
{
    struct item *item = frontier_find(peers->frontier, id);
    return item && item->queue == peers->first + number ? item : NULL;
}

/* Returns whether the process may make the ids of these children. */
static bool are_its_own(const struct peers *peers, int number, uint64_t first, uint64_t count)
{
    const uint64_t author = peers->author + (uint64_t)number;
    return count == 0 || (first >> FRONTIER_AUTHOR_SHIFT == author &&
                          (first + count - 1) >> FRONTIER_AUTHOR_SHIFT == author);
}

static bool hear_done(struct peers *peers, int number, struct reader *frame)
{
    struct item *item = item_of(peers, number, reader_id(frame));
    uint64_t first = reader_id(frame);
    struct run run;
    if (!item || !run_read(frame, &run) || !are_its_own(peers, number, first, run.child_count))
        return false;
    peers->peers[number].kept++;
    peers->peers[number].empty = false;
    peers->events.done(peers->events.data, item, item->queue, first, &run);
    return true;
}

static bool hear_failed(struct peers *peers, int number, struct reader *frame)
{
    struct item *item = item_of(peers, number, reader_id(frame));
    if (!item || frame->left == 0 || frame->at[frame->left - 1] != '\0')
        return false;
    peers->peers[number].kept++;
    peers->events.failed(peers->events.data, item, (const char *)frame->at);
    return true;
}

static bool hear_given(struct peers *peers, int number, struct reader *frame)
{
    peers->peers[number].asked = false;
    peers->peers[number].empty = frame->left == 0;
    while (frame->left > 0) {
        struct item *item = item_of(peers, number, reader_id(frame));
        if (!item)
            return false;
        frontier_take(peers->frontier, item);
        frontier_put_oldest(peers->frontier, 0, item);
    }
    return true;
}

static void hear_bye(struct peers *peers, int number, const struct reader *frame)
{
    if (frame->left > 1)
        snprintf(peers->note, sizeof peers->note, "process %d could not continue: %.*s", number,
                 (int)frame->left, (const char *)frame->at);
    peers->peers[number].left = true;
    peers_inherit(peers, number);
}

static bool hear_beat(struct peer *peer, struct reader *frame)
{
    uint64_t workers = reader_number(frame);
    if (frame->bad || workers > WORKERS_MAX)
        return false;
    peer->workers = (int)workers;
    return true;
}

/* Handles a frame; returns false if it is invalid. */
static bool peers_hear(struct peers *peers, int number, struct reader *frame)
{
    struct peer *peer = &peers->peers[number];
    switch ((enum peers_message)reader_kind(frame)) {
    case PEERS_DONE:
        return hear_done(peers, number, frame);
    case PEERS_FAILED:
        return hear_failed(peers, number, frame);
    case PEERS_NEED:
        peer->needs = reader_number(frame);
        return !frame->bad;
    case PEERS_GIVEN:
        return hear_given(peers, number, frame);
    case PEERS_SIGNAL:
        peers->events.signal(peers->events.data, (int)reader_number(frame));
        return !frame->bad;
    case PEERS_BYE:
        hear_bye(peers, number, frame);
        return true;
    case PEERS_BEAT:
        return hear_beat(peer, frame);
    default:
        return false;
    }
}

/* Gives up a process, whose items others do. It is told to end, since it may only have been asleep.
 */
static void peers_lose(struct peers *peers, int number, const char *why)
{
    struct peer *peer = &peers->peers[number];
    peers_say_number(&peer->out, PEERS_END, false);
    peers_flush(peers, number);
    peer->lost = true;
    peers_inherit(peers, number);
    snprintf(peers->note, sizeof peers->note, "process %d %s, and others did what it was to do",
             number, why);
}

static void notice_silence(struct peers *peers)
{
    double time = clock_seconds(), step = time - peers->looked;
    peers->looked = time;
    for (int i = 1; i < peers->count; i++) {
        struct peer *peer = &peers->peers[i];
        peer->silence += step < PEERS_SILENCE_STEP ? step : PEERS_SILENCE_STEP;
        if (peers_work(peer) && peer->silence >= PEERS_SILENCE_SECONDS)
            peers_lose(peers, i, "was lost");
    }
}

bool peers_listen(struct peers *peers)
{
    bool any = false;
    int from = 0;
    while (transport_receive(peers->transport, &from, &peers->in)) {
        struct reader reader = reader_of(peers->in.data, peers->in.length), frame;
        if (from < 0 || from >= peers->count || peers->peers[from].lost)
            continue;
        peers->peers[from].silence = 0;
        any = true;
        bool sound = true;
        while (sound && reader_frame(&reader, &frame))
            sound = peers_hear(peers, from, &frame);
        if (!sound || reader.left > 0) /* a message holds whole frames */
            peers_lose(peers, from, "sent an invalid message");
    }
    notice_silence(peers);
    return any;
}

static void peers_give(struct peers *peers, int number, const struct crew *crew)
{
    struct peer *peer = &peers->peers[number];
    uint64_t most = (crew_queued(crew) + 1) / 2;
    size_t start = peers_begin(&peer->out, PEERS_ITEMS);
    for (; peer->needs > 0 && most > 0; peer->needs--, most--) {
        struct item *item = crew_take_spare(crew);
        bytes_add_id(&peer->out, item->id);
        bytes_add_double(&peer->out, item->weight);
        bytes_add_number(&peer->out, item->depth);
        bytes_add_number(&peer->out, item->priority);
        bytes_add_number(&peer->out, item->keep + item->tail_length);
        item_write(item, &peer->out);
        frontier_put_newest(peers->frontier, peers->first + number, item);
        if (peer->out.length > MESSAGE_BYTES)
            break;
    }
    bytes_end_frame(&peer->out, start);
    peer->needs = 0; /* it asks again if this is not enough */
    peers_flush(peers, number);
}

/* Returns the process with the most items to spare; 0: none. */
static int peers_fullest(const struct peers *peers)
{
    size_t most = 0;
    int found = 0;
    for (int i = 1; i < peers->count; i++) {
        const struct peer *peer = &peers->peers[i];
        size_t held = peers->frontier->queues[peers->first + i].count;
        if (peers_work(peer) && !peer->asked && !peer->empty && peer->needs == 0 &&
            held > (size_t)peer->workers && held > most) {
            most = held;
            found = i;
        }
    }
    return found;
}

void peers_balance(struct peers *peers, const struct crew *crew)
{
    size_t queued = crew_queued(crew);
    uint64_t needed = queued == 0 ? (uint64_t)crew_idle(crew) : 0;
    for (int i = 1; i < peers->count; i++) {
        struct peer *peer = &peers->peers[i];
        if (!peers_work(peer) || peer->needs == 0)
            continue;
        if (crew_queued(crew) > 0)
            peers_give(peers, i, crew);
        else
            needed += peer->needs;
    }
    int victim = needed > 0 ? peers_fullest(peers) : 0;
    if (victim > 0) {
        peers->peers[victim].asked = true;
        peers_say_number(&peers->peers[victim].out, PEERS_GIVE, needed);
    }
}

void peers_speak(struct peers *peers)
{
    double time = clock_seconds();
    for (int i = 1; i < peers->count; i++) {
        struct peer *peer = &peers->peers[i];
        if (peer->lost)
            continue;
        if (peer->kept > 0)
            peers_say_number(&peer->out, PEERS_KEPT, peer->kept);
        else if (peer->out.length == 0 && time - peer->spoken >= PEERS_BEAT_SECONDS)
            peers_say_number(&peer->out, PEERS_BEAT, 0);
        peer->kept = 0;
        peers_flush(peers, i);
    }
}

void peers_end(struct peers *peers)
{
    bool whole = !peers_lost(peers);
    for (int i = 1; i < peers->count; i++)
        if (!peers->peers[i].lost) {
            peers_say_number(&peers->peers[i].out, PEERS_END, whole);
            peers_flush(peers, i);
        }
}

bool peers_ended(const struct peers *peers)
{
    return peers_count(peers) == 0;
}

int peers_count(const struct peers *peers)
{
    int count = 0;
    for (int i = 1; i < peers->count; i++)
        count += peers_work(&peers->peers[i]);
    return count;
}

int peers_workers(const struct peers *peers)
{
    int count = 0;
    for (int i = 1; i < peers->count; i++)
        count += peers->peers[i].workers;
    return count;
}

bool peers_lost(const struct peers *peers)
{
    for (int i = 1; i < peers->count; i++)
        if (peers->peers[i].lost)
            return true;
    return false;
}

const char *peers_note(const struct peers *peers)
{
    return peers->note;
}

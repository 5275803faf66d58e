#include "runtime/check/stall.h"

#include "runtime/check/agree.h"
#include "runtime/check/report.h"

#include <string.h>
#include <time.h>

enum {
    FIRST_PROBE = 150, /* milliseconds of waiting */
    LAST_PAUSE = 4000, /* milliseconds between probes, at most */
    LOOKS = 64,        /* looks between readings of the clock */
    REMEMBERED = 32,
};

static struct stall *waiting; /* the wait of this process; NULL: none */
static uint32_t wait_count;
static bool several_threads;

/* Probes passed on recently: a probe from outside the circle would run round it for ever. */
static struct message_probe remembered[REMEMBERED];
static unsigned remembered_next;

static int64_t stall_milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void stall_set_threads(bool several)
{
    several_threads = several;
}

static void stall_restart(struct stall *stall)
{
    const struct agreement *first = stall->channel->first;
    stall->number = ++wait_count;
    stall->sequence = first->sequence;
    stall->step = first->step;
    stall->rounds = 0;
    stall->since = 0; /* the clock is read only if nothing happens for some time */
    stall->looks = 0;
    report_forget_hops();
}

void stall_begin(struct stall *stall, struct channel *channel)
{
    stall->channel = channel;
    stall_restart(stall);
    if (!several_threads)
        waiting = stall;
}

void stall_end(struct stall *stall)
{
    if (waiting == stall)
        waiting = NULL;
}

static void send_probe(const struct channel *channel, int32_t initiator, uint32_t wait,
                       uint32_t round)
{
    struct message_probe probe = {
        {MESSAGE_PROBE, channel->first->sequence, channel->id, channel->first->step, wire_rank()},
        initiator,
        wait,
        round};
    wire_send(agree_awaited(channel), &probe, sizeof probe);
}

void stall_look(struct stall *stall)
{
    const struct agreement *first = stall->channel->first;
    if (!first || waiting != stall || report_started())
        return;
    if (first->sequence != stall->sequence || first->step != stall->step)
        stall_restart(stall);
    if (++stall->looks % LOOKS)
        return;
    const int64_t now = stall_milliseconds();
    if (stall->since == 0) {
        stall->since = now;
        stall->next = now + FIRST_PROBE;
    }
    if (now < stall->next)
        return;
    send_probe(stall->channel, wire_rank(), stall->number, ++stall->rounds);
    const int64_t pause = (now - stall->since) * 2;
    stall->next = now + (pause < LAST_PAUSE ? pause : LAST_PAUSE);
}

static bool stall_seen(const struct message_probe *probe)
{
    for (unsigned i = 0; i < REMEMBERED; i++)
        if (remembered[i].initiator == probe->initiator && remembered[i].wait == probe->wait &&
            remembered[i].round == probe->round)
            return true;
    remembered[remembered_next++ % REMEMBERED] = *probe;
    return false;
}

/* Returns the channel on which this process waits and therefore does not send what the probe asks
 * for; NULL: it does not wait, or this is not certain. */
static const struct channel *held_up_on(const struct message_probe *probe)
{
    const struct channel *channel = channel_find_id(probe->head.channel);
    bool posted = false;
    if (channel && agree_has_sent(channel, probe->head.sequence, probe->head.step, &posted))
        return NULL;
    if (posted)
        return channel;
    return waiting && waiting->channel->first ? waiting->channel : NULL;
}

void stall_probe(const struct message_probe *probe)
{
    const struct channel *channel = held_up_on(probe);
    if (!channel || !waiting || report_started())
        return;
    if (probe->initiator == wire_rank()) {
        if (probe->wait == waiting->number)
            report_circle(waiting->channel);
        return;
    }
    if (probe->initiator > wire_rank() || stall_seen(probe))
        return;
    struct message_report hop;
    report_write(&hop, waiting->channel, agree_last(waiting->channel));
    hop.head.kind = MESSAGE_HOP;
    hop.head.sequence = probe->wait;
    wire_send(probe->initiator, &hop, sizeof hop);
    send_probe(channel, probe->initiator, probe->wait, probe->round);
}

void stall_hop(const struct message_report *hop)
{
    if (waiting && hop->head.sequence == waiting->number)
        report_add_hop(hop);
}

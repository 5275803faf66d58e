#include "runtime/check/agree.h"

#include "runtime/check/message.h"
#include "runtime/check/report.h"
#include "runtime/check/stall.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

enum { PATIENCE = 64 }; /* polls before the process yields the processor */

/* A message for a channel that does not exist yet in this process. */
struct orphan {
    struct orphan *next;
    struct message_step message;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct orphan *orphans;
static struct agreement *spare; /* agreements are many, and short-lived */
static unsigned pending;

void agree_lock(void)
{
    pthread_mutex_lock(&lock);
}

void agree_unlock(void)
{
    pthread_mutex_unlock(&lock);
}

bool agree_pending(void)
{
    return pending > 0;
}

int agree_awaited(const struct channel *channel)
{
    const long distance = 1L << channel->first->step;
    return channel_member(channel, (int)((channel->me - distance + channel->size) % channel->size));
}

bool agree_has_sent(const struct channel *channel, uint32_t sequence, int step, bool *posted)
{
    *posted = channel->posted >= sequence;
    if (channel->agreed >= sequence)
        return true;
    const struct agreement *first = channel->first;
    return first && first->sequence == sequence &&
           (first->step > step || (first->step == step && first->sent));
}

static void send_step(const struct channel *channel, struct agreement *agreement)
{
    const long distance = 1L << agreement->step;
    const int to = channel_member(channel, (int)((channel->me + distance) % channel->size));
    struct message_step message = {
        {MESSAGE_STEP, agreement->sequence, channel->id, agreement->step, wire_rank()},
        agreement->summary};
    agreement->sent = true;
    wire_send(to, &message, sizeof message);
}

static void complete_first(struct channel *channel)
{
    struct agreement *agreement = channel->first;
    channel->first = agreement->next;
    if (!channel->first)
        channel->end = &channel->first;
    channel->agreed++;
    pending--;
    agreement->next = spare;
    spare = agreement;
}

/* Does all steps whose messages have arrived. */
static void agree_advance(struct channel *channel)
{
    while (channel->first) {
        struct agreement *agreement = channel->first;
        if (agreement->step == channel->steps) {
            complete_first(channel);
            continue;
        }
        if (!agreement->sent)
            send_step(channel, agreement);
        const int slot = (int)(agreement->sequence % 2);
        if (!channel->inbox[slot][agreement->step].here)
            break;
        channel->inbox[slot][agreement->step].here = false;
        summary_merge(&agreement->summary, &channel->inbox[slot][agreement->step].summary);
        agreement->step++;
        agreement->sent = false;
        if (summary_differs(&agreement->summary) && !report_started())
            report_difference(channel, agreement);
    }
    if (channel->dead && !channel->first)
        channel_remove(channel);
}

void agree_post(struct channel *channel, const struct call *call, enum summary_kind kind)
{
    struct agreement *agreement = spare;
    if (agreement)
        spare = agreement->next;
    else
        agreement = malloc(sizeof *agreement);
    if (!agreement)
        abort();
    struct call *own = &agreement->call;
    *own = *call;
    agreement->summary = summary_of(call_hash(own, channel->inter),
                                    call_bytes(own, channel->inter, channel->own_rank), kind);
    agreement->next = NULL;
    agreement->sequence = ++channel->posted;
    agreement->step = 0;
    agreement->sent = false;
    *channel->end = agreement;
    channel->end = &agreement->next;
    pending++;
    if (!report_started() && report_known(channel, agreement))
        report_difference(channel, agreement);
    if (channel->first == agreement)
        agree_advance(channel);
}

void agree_retire(struct channel *channel, const struct call *call)
{
    agree_post(channel, call, SUMMARY_FREE);
    channel->dead = true;
    if (!channel->first)
        channel_remove(channel);
}

const struct agreement *agree_last(const struct channel *channel)
{
    const struct agreement *last = channel->first;
    while (last->next)
        last = last->next;
    return last;
}

static void take_step(struct channel *channel, const struct message_step *message)
{
    const int slot = (int)(message->head.sequence % 2);
    channel->inbox[slot][message->head.step].summary = message->summary;
    channel->inbox[slot][message->head.step].here = true;
}

static void handle_step(const struct message_step *message)
{
    struct channel *channel = channel_find_id(message->head.channel);
    if (channel) {
        take_step(channel, message);
        agree_advance(channel);
        return;
    }
    struct orphan *orphan = malloc(sizeof *orphan);
    if (!orphan)
        abort();
    *orphan = (struct orphan){orphans, *message};
    orphans = orphan;
}

void agree_claim(struct channel *channel)
{
    for (struct orphan **at = &orphans; *at;) {
        struct orphan *orphan = *at;
        if (orphan->message.head.channel != channel->id) {
            at = &orphan->next;
            continue;
        }
        take_step(channel, &orphan->message);
        *at = orphan->next;
        free(orphan);
    }
}

bool agree_poll(void)
{
    const struct message_head *head = wire_receive();
    if (!head)
        return false;
    switch (head->kind) {
    case MESSAGE_STEP:
        handle_step((const struct message_step *)head);
        break;
    case MESSAGE_PROBE:
        stall_probe((const struct message_probe *)head);
        break;
    case MESSAGE_HOP:
        stall_hop((const struct message_report *)head);
        break;
    default:
        report_message(head);
        break;
    }
    return true;
}

void agree_pause(unsigned *turns)
{
    if (++*turns > PATIENCE)
        sched_yield();
}

void agree_wait(struct channel *channel)
{
    agree_lock();
    const uint32_t sequence = channel->posted;
    if (channel->agreed >= sequence) {
        agree_unlock();
        return;
    }
    struct stall stall;
    stall_begin(&stall, channel);
    for (unsigned turns = 0; channel->agreed < sequence;) {
        const bool busy = agree_poll();
        stall_look(&stall);
        if (busy)
            continue;
        agree_unlock();
        agree_pause(&turns);
        agree_lock();
    }
    stall_end(&stall);
    agree_unlock();
}

void agree_wait_all(void)
{
    agree_lock();
    for (unsigned turns = 0; pending > 0;) {
        if (agree_poll())
            continue;
        agree_unlock();
        agree_pause(&turns);
        agree_lock();
    }
    agree_unlock();
}

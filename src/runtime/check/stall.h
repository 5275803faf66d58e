/* stall.h: finds processes that wait for one another in a circle, on different communicators.
 *
 * A process that waits for long sends a probe to the process that it waits for. A process that
 * waits itself passes the probe on. A probe that comes back proves a deadlock: each process on its
 * way waited when the probe passed, for a message that the next process had not sent when the probe
 * arrived there; and a waiting process sends nothing. (This is the edge chasing of Chandy, Misra
 * and Haas; each process here waits for one message only, so a probe never splits.) The process
 * with the smallest rank on the circle reports it.
 */
#ifndef TUTTI_RUNTIME_CHECK_STALL_H
#define TUTTI_RUNTIME_CHECK_STALL_H

#include "runtime/check/channel.h"
#include "runtime/check/message.h"

#include <stdbool.h>

/* A wait for an agreement, on the stack of the waiting thread. */
struct stall {
    struct channel *channel;
    uint32_t number;
    uint32_t sequence; /* with `step`: what was incomplete at the last look */
    int step;
    uint32_t rounds;
    int64_t since, next; /* milliseconds: start of that step; time of the next probe */
    unsigned looks;
};

/* All functions below must be called with the lock held. */
void stall_begin(struct stall *stall, struct channel *channel);
void stall_look(struct stall *stall);
void stall_end(struct stall *stall);
void stall_probe(const struct message_probe *probe);
void stall_hop(const struct message_report *hop);

/* Says whether threads may call MPI at the same time: then one waiting thread says nothing about
 * the process. */
void stall_set_threads(bool several);

#endif

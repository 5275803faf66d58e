/* stall.h: finds processes that wait for one another in a circle, on different communicators.
 *
 * A process that waits for long sends a probe to the one it waits for; a process that waits itself
 * passes it on. A probe that comes back proves a deadlock: everyone on its way waited when it
 * passed, for a message that the next had not sent when the probe arrived there, and nobody who
 * waits sends anything. (Edge chasing as of Chandy, Misra and Haas; each process here waits for one
 * message only, so a probe never splits.) The one with the smallest rank on the circle reports it.
 */
#ifndef TUTTI_RUNTIME_CHECK_STALL_H
#define TUTTI_RUNTIME_CHECK_STALL_H

#include "runtime/check/channel.h"
#include "runtime/check/message.h"

#include <stdbool.h>

/* A wait for an agreement. Lives on the stack of the thread that waits. */
struct stall {
    struct channel *channel;
    uint32_t number;
    uint32_t sequence; /* and step that was under way at the last look */
    int step;
    uint32_t rounds;
    int64_t since, next; /* milliseconds: when that step began; when the next probe is due */
    unsigned looks;
};

/* All locked. */
void stall_begin(struct stall *stall, struct channel *channel);
void stall_look(struct stall *stall);
void stall_end(struct stall *stall);
void stall_probe(const struct message_probe *probe);
void stall_hop(const struct message_report *hop);

/* Threads may call MPI at the same time: that one waits says nothing about the process. */
void stall_set_threads(bool several);

#endif

/* rank.h: this process as a rank: its place in the segment, posting and sleeping.
 *
 * How a process comes to be a rank is in start.h. All state here is the rank's own; the segment is
 * shared (protocol.h). */
#ifndef TUTTI_RUNTIME_WORLD_RANK_RANK_H
#define TUTTI_RUNTIME_WORLD_RANK_RANK_H

#include "runtime/world/protocol.h"

#include <stdbool.h>
#include <stddef.h>

extern struct world_segment *world; /* NULL: the process is not in a world */
extern int world_rank;              /* -1 in the template */

/* This process is the rank from here on. */
void rank_become(int rank);

/* MPI_Init is about to return: for the time that a start takes. */
void rank_began(void);

/* The MPI call that the program made: its name and its return address. */
struct world_call {
    const char *name;
    const void *site;
};

/* An operation to be filled in and posted: its number, call and site are set. */
struct world_op rank_operation(enum op_kind kind, const struct world_call *at);

/* How many there were so far. */
uint32_t rank_operations(void);

void rank_post(const struct world_op *operation);

/* Posts with OP_WAITS and sleeps until the scheduler answers. In two steps for who has something to
 * do between. */
const struct world_answer *rank_wait(struct world_op *operation);
void rank_ask(struct world_op *operation);
const struct world_answer *rank_await(void);

/* Whether somebody else computes on the core of this rank, as far as its waits have shown. */
bool rank_crowded(void);

/* The return addresses from `from` on, outward; 0 ends them. `from` alone if it is in no frame. */
void rank_stack(uint64_t *stack, uint64_t from);

/* Asks the scheduler to look again, at this rank or (the template) at another one. */
void rank_ring(void);
void rank_ring_for(uint32_t rank);

/* The next completion that the scheduler told; NULL: none. Valid until the next call. */
const struct world_answer *rank_hear(void);

/* Space for a payload of this rank, and its offset in the segment. Ends the rank with a sentence if
 * the heap is full. */
void *rank_payload(size_t size, uint64_t *offset);
/* The bytes at an offset that an answer named, and the end of their use. */
const void *rank_read(uint64_t offset);
void rank_release(uint64_t offset);

/* Memory that was asked for; without any the rank ends with a sentence. */
void *rank_memory(void *memory);

/* Ends the rank: something that Tutti does not do yet, or that it cannot go on from. */
void rank_stop(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

#endif

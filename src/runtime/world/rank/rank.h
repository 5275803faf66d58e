/* rank.h: this process as a rank: its block in the segment, posting and sleeping.
 *
 * start.h says how a process becomes a rank. The variables here are private to the rank; the
 * segment is shared (protocol.h). */
#ifndef TUTTI_RUNTIME_WORLD_RANK_RANK_H
#define TUTTI_RUNTIME_WORLD_RANK_RANK_H

#include "runtime/world/protocol.h"

#include <stdbool.h>
#include <stddef.h>

extern struct world_segment *world; /* NULL: the process belongs to no world */
extern int world_rank;              /* -1 in the template */

/* Makes this process the rank. */
void rank_become(int rank);

/* Notes that MPI_Init is about to return: it ends the time of the start, and ranks of many
 * executions save themselves here. */
void rank_began(void);

/* An MPI call of the program: its name and its return address. */
struct world_call {
    const char *name;
    const void *site;
};

/* Returns an operation to fill in and post; its kind, number, call and site are set. */
struct world_op rank_operation(enum op_kind kind, const struct world_call *at);

/* Returns the number of operations until now. */
uint32_t rank_operations(void);

void rank_post(const struct world_op *operation);

/* rank_wait() posts with OP_WAITS and sleeps until the scheduler answers. rank_ask() and
 * rank_await() are its two halves, for callers that have something to do in between. */
const struct world_answer *rank_wait(struct world_op *operation);
void rank_ask(struct world_op *operation);
const struct world_answer *rank_await(void);

/* Returns whether another process computes on the core of this rank, as far as its waits have
 * shown. */
bool rank_crowded(void);

/* Writes the return addresses from `from` outward, ended by 0; only `from` if no frame has it. */
void rank_stack(uint64_t *stack, uint64_t from);

/* Asks the scheduler to look at this rank again, or (from the template) at another one. */
void rank_ring(void);
void rank_ring_for(uint32_t rank);

/* Returns the next completion from the inbox; NULL: none. Valid until the next call. */
const struct world_answer *rank_hear(void);

/* Allocates space for a payload of this rank and gives its offset in the segment. Ends the rank
 * with a message if the heap is full. */
void *rank_payload(size_t size, uint64_t *offset);
/* rank_read() returns the bytes at an offset that an answer named; rank_release() ends their
 * use. */
const void *rank_read(uint64_t offset);
void rank_release(uint64_t offset);

/* Returns the result of an allocation; ends the rank with a message if it is NULL. */
void *rank_memory(void *memory);

/* Ends the rank with a message: at something that Tutti does not support, or an error that it
 * cannot survive. */
void rank_stop(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

#endif

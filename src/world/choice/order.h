/* order.h: the happens-before order of the operations of all ranks.
 *
 * The moments of a rank are the numbers of its operations. An instant is a vector clock: for each
 * rank it says which moments are known to have passed. A rank knows its own moments. It learns
 * about others when it receives, leaves a collective, or gets a lock. Everything known at an
 * instant happened before it. If neither of two accesses knows the other, they are in no order
 * (conflict.c).
 *
 * The order is kept from the first window on: every rank that accesses its memory took part in its
 * creation. In explorations it is also kept from the first buffered send on: see space.h. */
#ifndef TUTTI_WORLD_CHOICE_ORDER_H
#define TUTTI_WORLD_CHOICE_ORDER_H

#include <stdbool.h>
#include <stdint.h>

struct scheduler;
struct operation;

struct instant; /* shared; NULL: nothing is known */

struct instant *instant_keep(struct instant *instant); /* adds a reference */
void instant_drop(struct instant *instant);
/* Adds the knowledge of `other`, and that the moment of the rank has passed; returns whether that
 * was new. */
bool instant_add(const struct scheduler *scheduler, struct instant **instant,
                 const struct instant *other, int rank, uint32_t moment);
bool instant_knows(const struct instant *instant, int rank, uint32_t moment);

/* Starts to keep the order. The functions below have no effect before. */
void order_start(struct scheduler *scheduler);

void order_post(struct scheduler *scheduler, struct operation *operation);
/* Note that the end of the operation comes after the post of the other, or after the instant. */
void order_after(struct scheduler *scheduler, struct operation *operation,
                 const struct operation *other);
void order_after_instant(struct scheduler *scheduler, struct operation *operation,
                         const struct instant *instant);
/* Notes that it is complete: its rank knows that, or will when it waits for it. */
void order_complete(struct scheduler *scheduler, struct operation *operation);
void order_waited(struct scheduler *scheduler, const struct operation *wait, uint32_t place);

/* Return what the rank knew when this was its last operation, and what it knows now. */
struct instant *order_at(const struct scheduler *scheduler, int rank, uint32_t moment);
struct instant *order_now(const struct scheduler *scheduler, int rank);

#endif

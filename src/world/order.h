/* order.h: what happened before what, among the operations of all ranks.
 *
 * The moments of a rank are the numbers of its operations. An instant says of each rank which of
 * them are known to have passed: a rank knows its own, and what it learns when it receives,
 * leaves a collective, is given a lock. What is known at an instant happened before it; of two
 * accesses of which neither knows of the other, nothing says which comes first (conflict.c).
 *
 * Kept from the first window on: whoever accesses its memory has been there when it was made. In
 * explorations also from the first buffered send on: see space.h. */
#ifndef TUTTI_WORLD_ORDER_H
#define TUTTI_WORLD_ORDER_H

#include <stdbool.h>
#include <stdint.h>

struct scheduler;
struct operation;

struct instant; /* shared; NULL: nothing is known */

struct instant *instant_keep(struct instant *instant); /* one more reference */
void instant_drop(struct instant *instant);
/* Adds what `other` knows, and that the moment of the rank has passed; true: that was news. */
bool instant_add(const struct scheduler *scheduler, struct instant **instant,
                 const struct instant *other, int rank, uint32_t moment);
bool instant_knows(const struct instant *instant, int rank, uint32_t moment);

/* From now on. The others do nothing before. */
void order_start(struct scheduler *scheduler);

void order_post(struct scheduler *scheduler, struct operation *operation);
/* The end of the operation comes after the other was posted, or after the instant. */
void order_after(struct scheduler *scheduler, struct operation *operation,
                 const struct operation *other);
void order_after_instant(struct scheduler *scheduler, struct operation *operation,
                         const struct instant *instant);
/* It is complete: its rank knows, or will when it waits for it. */
void order_complete(struct scheduler *scheduler, struct operation *operation);
void order_waited(struct scheduler *scheduler, const struct operation *wait, uint32_t place);

/* What the rank knew when this was its last operation, and what it knows now. */
struct instant *order_at(const struct scheduler *scheduler, int rank, uint32_t moment);
struct instant *order_now(const struct scheduler *scheduler, int rank);

#endif

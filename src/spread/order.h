/* order.h: which item is run next.
 *
 * Newest first keeps the frontier small, but does not come back to the first choices of a large
 * tree. Where the order is mixed, half of the items of a worker are the newest of its own queue, as
 * ever; the others are taken aside, in runs of neighbours: the first that was found of all, and
 * those of the least depth. So an item of depth d waits for no more than ORDER_TURNS /
 * ORDER_SHALLOWEST times the items that are no deeper, whatever the rest of the tree is.
 *
 * Children of what was taken aside come behind all others of the queue. They make the frontier
 * grow: when it holds more than `mixed_most` bytes, the deepest are taken in their place, which are
 * near the leaves, until it is smaller. */
#ifndef TUTTI_SPREAD_ORDER_H
#define TUTTI_SPREAD_ORDER_H

#include "spread/frontier.h"

enum { ORDER_TURNS = 64, ORDER_NEWEST = 32, ORDER_FIRST_FOUND = 8 }; /* the others: shallowest */
enum { ORDER_SHALLOWEST = ORDER_TURNS - ORDER_NEWEST - ORDER_FIRST_FOUND };

/* Worker i of so many has queue i. Takes the next item for it, out of its queue; `turn` counts the
 * items that the worker had before. NULL: there is none. */
struct item *order_next(struct frontier *frontier, int workers, int worker, unsigned turn);

/* The same for somebody else. */
struct item *order_spare(struct frontier *frontier, int workers);

#endif

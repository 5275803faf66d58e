/* order.h: which item is run next.
 *
 * Newest first keeps the frontier small, but does not come back to the first choices of a large
 * tree. Where the order is mixed, half of the items of a worker are the newest of its own queue, as
 * ever; the others are taken aside, so many in a row: the first that was found of all, and those of
 * the least depth. So an item of depth d waits for no more than ORDER_TURNS /
 * ORDER_SHALLOWEST times the items that are no deeper, whatever the rest of the tree is.
 *
 * Children of what was taken aside come behind all others of the queue. They make the frontier
 * grow: when it holds more than `mixed_most` bytes, the deepest are taken in their place, which are
 * near the leaves, until it is smaller. */
#ifndef TUTTI_SPREAD_ORDER_H
#define TUTTI_SPREAD_ORDER_H

#include "spread/frontier.h"

enum { ORDER_FIRST_FOUND = 8, ORDER_SHALLOWEST = 24, ORDER_TURNS = 64 }; /* the others: newest */
/* Where neighbours cost less than others (spread_near()). */
enum { ORDER_TURNS_NEAR = 256 };

/* Worker i of so many has queue i. Takes the next item for it, out of its queue; `turn` counts the
 * items that it had before, and `near` is what the last of them said. NULL: there is none. */
struct item *order_next(struct frontier *frontier, int workers, int worker, unsigned turn,
                        bool near);

/* The same for somebody else. */
struct item *order_spare(struct frontier *frontier, int workers);

#endif

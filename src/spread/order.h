/* order.h: decides which item is run next.
 *
 * Newest first keeps the frontier small, but never returns to the first choices of a large tree. In
 * a mixed order, half of the items of a worker are the newest of its own queue. The others are
 * taken aside, several in a row: the item that was found first of all, and those of the least
 * depth. So an item of depth d waits for at most ORDER_TURNS / ORDER_SHALLOWEST times the number of
 * items that are no deeper, whatever the rest of the tree looks like.
 *
 * Children of an item that was taken aside go to the end of the queue, so the frontier grows. When
 * it holds more than `mixed_most` bytes, the deepest items, which are near the leaves, are taken
 * instead until it is smaller. */
#ifndef TUTTI_SPREAD_ORDER_H
#define TUTTI_SPREAD_ORDER_H

#include "spread/frontier.h"

enum { ORDER_FIRST_FOUND = 8, ORDER_SHALLOWEST = 24, ORDER_TURNS = 64 }; /* the rest: newest */
/* The same if neighbours cost less than other items (spread_near()). */
enum { ORDER_TURNS_NEAR = 256 };

/* Takes the next item for a worker out of a queue; worker i has queue i. `turn` counts the items
 * that it had before; `near`: the last of them called spread_near(). NULL: there is none. */
struct item *order_next(struct frontier *frontier, int workers, int worker, unsigned turn,
                        bool near);

/* Takes an item for another process. */
struct item *order_spare(struct frontier *frontier, int workers);

#endif

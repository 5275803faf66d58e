#include "spread/order.h"

/* Returns the longest queue among those with an item of the greatest priority; -1: all are empty.
 */
static int longest_queue(const struct frontier *frontier, int workers)
{
    const struct queue *queues = frontier->queues;
    int longest = -1;
    for (int i = 0; i < workers; i++)
        if (queues[i].count > 0 &&
            (longest < 0 || queues[i].best > queues[longest].best ||
             (queues[i].best == queues[longest].best && queues[i].count > queues[longest].count)))
            longest = i;
    return longest;
}

struct item *order_spare(struct frontier *frontier, int workers)
{
    if (frontier->mixed_most > 0)
        return frontier_take_shallowest(frontier, workers);
    int longest = longest_queue(frontier, workers);
    return longest < 0 ? NULL : frontier_take_oldest(frontier, longest);
}

/* Takes an item other than the newest, from any queue. `left` is the number of turns left in the
 * cycle. */
static struct item *take_aside(struct frontier *frontier, int workers, unsigned left)
{
    if (frontier->bytes > frontier->mixed_most)
        return frontier_take_deepest(frontier, workers);
    return left > ORDER_SHALLOWEST ? frontier_take_first_found(frontier, workers)
                                   : frontier_take_shallowest(frontier, workers);
}

static struct item *take_newest(struct frontier *frontier, int workers, int worker)
{
    const struct queue *queues = frontier->queues;
    int longest = longest_queue(frontier, workers);
    return longest >= 0 && queues[worker].best == queues[longest].best
               ? frontier_take_newest(frontier, worker)
               : order_spare(frontier, workers);
}

struct item *order_next(struct frontier *frontier, int workers, int worker, unsigned turn,
                        bool near)
{
    unsigned turns = near ? ORDER_TURNS_NEAR : ORDER_TURNS, left = turns - turn % turns;
    bool aside = frontier->mixed_most > 0 && left <= ORDER_FIRST_FOUND + ORDER_SHALLOWEST;
    struct item *item =
        aside ? take_aside(frontier, workers, left) : take_newest(frontier, workers, worker);
    if (item)
        item->aside = aside;
    return item;
}

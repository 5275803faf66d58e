/* frontier.h: the items that are known and not done.
 *
 * An item is found by its id. It stands in one of several queues (each worker of this process has
 * one, and so has each other process of the command), in the line of its priority, oldest to
 * newest, and in the line of its depth, or in none, while a worker has it in hand. Children of one
 * run share its base, which lives as long as one of them.
 *
 * An id says who made it (24 bits; see journal.h, `author`) and the how-manieth it was: unique in
 * all processes and in all calls that resume each other.
 */
#ifndef TUTTI_SPREAD_FRONTIER_H
#define TUTTI_SPREAD_FRONTIER_H

#include "spread/run.h"

#include <uthash.h>

struct base {
    size_t references;
    size_t length;
    unsigned char bytes[];
};

struct item {
    uint64_t id;
    double weight;
    struct base *base;            /* NULL: none */
    struct item *older, *newer;   /* of its priority */
    struct item *before, *behind; /* of its depth, as they were found */
    uint64_t age;                 /* the less, the earlier it was found */
    size_t keep;                  /* so many bytes of the base come before the tail */
    size_t tail_length;
    unsigned depth;
    unsigned priority;
    int queue;  /* -1: in none */
    bool aside; /* it was taken out of its turn: whoever has its turn goes on before its children */
    int failures; /* workers that it ended */
    UT_hash_handle hh;
    unsigned char tail[];
};

struct line_of_items {
    struct item *oldest, *newest;
};

enum { FRONTIER_DEPTHS = 64 }; /* what is deeper has the depth before it */

struct queue {
    struct line_of_items lines[SPREAD_PRIORITY_MAX + 1]; /* by priority */
    int best;                                            /* the greatest that is not empty; -1 */
    struct line_of_items levels[FRONTIER_DEPTHS];        /* by depth */
    size_t count;
};

struct frontier {
    struct item *items; /* by id */
    size_t count;
    size_t bytes;      /* of all items, with their bases */
    size_t mixed_most; /* bytes up to which the order is mixed (order.h); 0: it is not */
    uint64_t next_age;
    struct queue *queues;
    int queue_count;
    unsigned depth; /* greatest so far */
};

enum {
    FRONTIER_ROOT = 0, /* id of the first item; it is of author 0 */
    FRONTIER_AUTHOR_SHIFT = 40,
    FRONTIER_MIXED_MOST = 64 << 20,
};

void frontier_open(struct frontier *frontier, int queues);
void frontier_close(struct frontier *frontier);

/* What an item is made of; `base` gets one more reference. */
struct item_parts {
    uint64_t id;
    double weight;
    unsigned depth, priority;
    struct base *base;
    size_t keep;
    const void *tail;
    size_t tail_length;
};

struct item *frontier_add(struct frontier *frontier, int queue, const struct item_parts *parts);

/* Adds the children of a run; their ids are `first` and those that follow. They are the newest, or
 * the oldest where the item was taken aside. Gives the weight that they leave to the item. */
double frontier_add_children(struct frontier *frontier, int queue, const struct item *item,
                             uint64_t first, const struct run *run);

struct item *frontier_find(const struct frontier *frontier, uint64_t id);

/* Out of a queue, of the greatest priority there is; NULL: it is empty. */
struct item *frontier_take_oldest(struct frontier *frontier, int queue);
struct item *frontier_take_newest(struct frontier *frontier, int queue);
void frontier_take(struct frontier *frontier, struct item *item);

/* Out of all queues before the one of that number, whatever their priorities; NULL: they are empty.
 */
struct item *frontier_take_first_found(struct frontier *frontier, int queues);
struct item *frontier_take_shallowest(struct frontier *frontier, int queues);
struct item *frontier_take_deepest(struct frontier *frontier, int queues);

/* An item that is in no queue, into the one of that number. */
void frontier_put_newest(struct frontier *frontier, int number, struct item *item);
void frontier_put_oldest(struct frontier *frontier, int number, struct item *item);

/* The item is done and freed. It may be in a queue. */
void frontier_end(struct frontier *frontier, struct item *item);

struct base *base_new(const void *bytes, size_t length); /* with one reference */
void base_release(struct base *base);                    /* NULL: nothing */

/* The bytes of the item, behind those that are there. */
void item_write(const struct item *item, struct bytes *bytes);

/* How many first bytes of `bytes` the item begins with, too. */
size_t item_common(const struct item *item, const unsigned char *bytes, size_t length);

/* As the caller of spread_run() sees it; the bytes are put together in `bytes`. */
struct spread_item item_show(const struct item *item, struct bytes *bytes);

#endif

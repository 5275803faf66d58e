/* frontier.h: holds the items that are known and not done.
 *
 * An item is found by its id. Each worker of this process, and each other process of the command,
 * has a queue. An item is in one queue, in the line of its priority, oldest to newest, and in the
 * line of its depth; while a worker runs it, it is in none. Children of one run share its base,
 * which lives as long as one of them.
 *
 * An id has 24 bits for its author (journal.h) and a number that the author counts, so it is unique
 * in all processes and in all calls that resume each other.
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
    uint64_t age;                 /* smaller for an item that was found earlier */
    size_t keep;                  /* number of bytes of the base that come before the tail */
    size_t tail_length;
    unsigned depth;
    unsigned priority;
    int queue;    /* -1: in none */
    bool aside;   /* it was taken out of turn: other items of the queue come before its children */
    int failures; /* number of workers that died running it */
    UT_hash_handle hh;
    unsigned char tail[];
};

struct line_of_items {
    struct item *oldest, *newest;
};

enum { FRONTIER_DEPTHS = 64 }; /* deeper items share the last level */

struct queue {
    struct line_of_items lines[SPREAD_PRIORITY_MAX + 1]; /* by priority */
    int best; /* the greatest that is not empty; -1: all are empty */
    struct line_of_items levels[FRONTIER_DEPTHS]; /* by depth */
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
    unsigned depth; /* greatest depth until now */
};

enum {
    FRONTIER_ROOT = 0, /* id of the first item; it is of author 0 */
    FRONTIER_AUTHOR_SHIFT = 40,
    FRONTIER_MIXED_MOST = 64 << 20,
};

void frontier_open(struct frontier *frontier, int queues);
void frontier_close(struct frontier *frontier);

/* The parts of an item; `base` gets one more reference. */
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

/* Adds the children of a run; their ids count from `first`. They are the newest of the queue, or
 * the oldest if the item was taken aside. Returns the weight that they leave to the item. */
double frontier_add_children(struct frontier *frontier, int queue, const struct item *item,
                             uint64_t first, const struct run *run);

struct item *frontier_find(const struct frontier *frontier, uint64_t id);

/* Take an item of the greatest priority out of a queue; NULL: it is empty. */
struct item *frontier_take_oldest(struct frontier *frontier, int queue);
struct item *frontier_take_newest(struct frontier *frontier, int queue);
void frontier_take(struct frontier *frontier, struct item *item);

/* Take an item out of the first `queues` queues, whatever its priority; NULL: they are empty. */
struct item *frontier_take_first_found(struct frontier *frontier, int queues);
struct item *frontier_take_shallowest(struct frontier *frontier, int queues);
struct item *frontier_take_deepest(struct frontier *frontier, int queues);

/* Put an item that is in no queue into one. */
void frontier_put_newest(struct frontier *frontier, int number, struct item *item);
void frontier_put_oldest(struct frontier *frontier, int number, struct item *item);

/* Frees an item that is done. It may be in a queue. */
void frontier_end(struct frontier *frontier, struct item *item);

struct base *base_new(const void *bytes, size_t length); /* with one reference */
void base_release(struct base *base);                    /* NULL is fine */

/* Appends the bytes of the item. */
void item_write(const struct item *item, struct bytes *bytes);

/* Returns the length of the common beginning of the item and `bytes`. */
size_t item_common(const struct item *item, const unsigned char *bytes, size_t length);

/* Returns the item as the caller of spread_run() sees it; `bytes` holds its bytes. */
struct spread_item item_show(const struct item *item, struct bytes *bytes);

#endif

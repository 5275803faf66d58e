/* cause.h: sets of choices that an operation depends on.
 *
 * The choices of a rank that were made while it slept (all except those for nonblocking receives)
 * follow each other: a set with one of them has all earlier ones. So a set stores their number for
 * each rank, and one bit for each other choice. Sets are shared and never change. A function that
 * makes a set returns a reference, which must be dropped. NULL is empty. */
#ifndef TUTTI_WORLD_CHOICE_CAUSE_H
#define TUTTI_WORLD_CHOICE_CAUSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cause;
struct pool;

/* One choice. */
struct cause_name {
    int rank;       /* the rank whose choices are counted; -1: the choice is for a nonblocking
                       receive */
    uint32_t place; /* among those of the rank, or among all for nonblocking receives; from 0 */
};

struct cause *cause_keep(struct cause *cause); /* adds a reference */
void cause_drop(struct cause *cause);

/* Add other choices, or one, to the set in `*cause`; the old reference is dropped. All
 * sets of an execution are in one pool, and have the same number of ranks. */
void cause_add(struct cause **cause, struct cause *others);
void cause_add_one(struct pool *pool, int ranks, struct cause **cause, struct cause_name choice);

bool cause_has(const struct cause *cause, struct cause_name choice);
uint32_t cause_count(const struct cause *cause, int rank); /* choices of the rank while it slept */
bool cause_within(const struct cause *cause, const struct cause *others);

#endif

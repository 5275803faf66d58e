/* cause.h: sets of choices: those that an operation could not have been without.
 *
 * The choices of a rank that slept meanwhile (all but those for nonblocking receives) follow each
 * other, and a set with one of them has all before it: a set keeps how many of each rank, and the
 * others bit by bit. Sets are shared and never change: what makes a new one gives a reference that
 * must be dropped. NULL is empty. */
#ifndef TUTTI_WORLD_CAUSE_H
#define TUTTI_WORLD_CAUSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cause;

/* One choice. */
struct cause_name {
    int rank;       /* whose choices are counted; -1: it is for a nonblocking receive */
    uint32_t place; /* among those of the rank, or among all for nonblocking receives; from 0 */
};

void cause_start(int ranks); /* of all sets from now on */

struct cause *cause_keep(struct cause *cause); /* one more reference */
void cause_drop(struct cause *cause);

/* Adds the others, or one, to what `*cause` holds; its old reference is dropped. */
void cause_add(struct cause **cause, struct cause *others);
void cause_add_one(struct cause **cause, struct cause_name choice);

bool cause_has(const struct cause *cause, struct cause_name choice);
uint32_t cause_count(const struct cause *cause, int rank); /* choices of the rank while it slept */
bool cause_within(const struct cause *cause, const struct cause *others);

#endif

/* cause.h: sets of choices: those that an operation could not have been without.
 *
 * Choices of an execution are counted from 0 in the order in which they are made. Sets are shared
 * and never change: what makes a new one gives a reference that must be dropped. NULL is empty. */
#ifndef TUTTI_WORLD_CAUSE_H
#define TUTTI_WORLD_CAUSE_H

#include <stdbool.h>
#include <stddef.h>

struct cause;

struct cause *cause_keep(struct cause *cause); /* one more reference */
void cause_drop(struct cause *cause);

/* Adds the others, or one, to what `*cause` holds; its old reference is dropped. */
void cause_add(struct cause **cause, struct cause *others);
void cause_add_one(struct cause **cause, size_t choice);

bool cause_has(const struct cause *cause, size_t choice);
bool cause_within(const struct cause *cause, const struct cause *others);

#endif

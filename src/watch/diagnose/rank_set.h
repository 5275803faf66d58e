/* rank_set.h: a set of ranks, such as those that are at the same place.
 *
 * A zeroed struct is the empty set. Its ranks are in rising order, each once, as a finding lists
 * them; adding in that order costs no more than writing them down.
 */
#ifndef TUTTI_WATCH_DIAGNOSE_RANK_SET_H
#define TUTTI_WATCH_DIAGNOSE_RANK_SET_H

#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>

struct rank_set {
    int *ranks;
    size_t count, space;
};

void rank_set_free(struct rank_set *set);
void rank_set_add(struct rank_set *set, int rank);
void rank_set_add_all(struct rank_set *set, const struct rank_set *other);
bool rank_set_has(const struct rank_set *set, int rank);
bool rank_set_same(const struct rank_set *set, const struct rank_set *other);

/* Which is named first: the larger one, then the one with the lowest rank in which they differ. As
 * qsort() wants it. */
int rank_set_compare(const struct rank_set *set, const struct rank_set *other);

/* Adds "rank 3" or "ranks 0-2,4-63"; the list of a set that is scattered ends in "... (512 ranks)".
 * Adds "no rank" if it is empty. */
void rank_set_print(const struct rank_set *set, struct text *out);

#endif

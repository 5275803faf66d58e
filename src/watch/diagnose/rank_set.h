/* rank_set.h: a set of ranks, such as those that are at the same place.
 *
 * A zeroed struct is the empty set. The ranks are in rising order, each once, as in a finding;
 * adding them in that order takes constant time each.
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

/* Compares two sets for qsort(): the larger one comes first; of equal ones, the one with the lowest
 * rank in which they differ. */
int rank_set_compare(const struct rank_set *set, const struct rank_set *other);

/* Adds "rank 3" or "ranks 0-2,4-63"; a long list of scattered ranks ends in "... (512 ranks)". Adds
 * "no rank" if the set is empty. */
void rank_set_print(const struct rank_set *set, struct text *out);

#endif

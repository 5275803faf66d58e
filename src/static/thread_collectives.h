/* thread_collectives.h: collectives in threads (thesis 4.1): category 1, all threads of a team call
 * one, and category 2, two of them may run at the same time on one communicator. Category 3, the
 * order between processes, is divergence.c's.
 */
#ifndef TUTTI_STATIC_THREAD_COLLECTIVES_H
#define TUTTI_STATIC_THREAD_COLLECTIVES_H

#include "static/sites.h"

struct collective_pair {
    const struct ir_value *a, *b;
};

struct collective_check {
    struct threading *threading;
    bool *told;                    /* category 1: by value number of the call */
    struct collective_pair *pairs; /* category 2 */
    size_t pair_count, pair_space;
};

void collectives_check(struct collective_check *check, struct sites *sites);
void collectives_free(struct collective_check *check);

#endif

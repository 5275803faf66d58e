/* collectives.h: collectives in threads (thesis 4.1): category 1, all threads of a team call
 * one, and category 2, two of them may run at the same time on one communicator. Category 3, the
 * order between processes, is divergence/divergence.c's.
 */
#ifndef TUTTI_STATIC_THREADS_COLLECTIVES_H
#define TUTTI_STATIC_THREADS_COLLECTIVES_H

#include "static/threads/sites.h"

/* Which calls were told already, by value number: each is the first of a finding once at most. */
struct collective_check {
    struct threading *threading;
    bool *told_several; /* category 1 */
    bool *told_at_once; /* category 2 */
};

void collectives_check(struct collective_check *check, struct team_sites *sites);

#endif

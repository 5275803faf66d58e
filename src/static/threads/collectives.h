/* collectives.h: checks collectives in threads (thesis 4.1). Category 1: all threads of a team call
 * one. Category 2: two of them may run at the same time on one communicator.
 * divergence/divergence.c checks category 3, the order between processes.
 */
#ifndef TUTTI_STATIC_THREADS_COLLECTIVES_H
#define TUTTI_STATIC_THREADS_COLLECTIVES_H

#include "static/threads/sites.h"

/* The calls that are reported already, by value number: each is the first of a finding at most
 * once. */
struct collective_check {
    struct threading *threading;
    bool *told_several; /* category 1 */
    bool *told_at_once; /* category 2 */
};

void collectives_check(struct collective_check *check, struct team_sites *sites);

#endif

/* deadlock.h: proves from what the ranks show that some of them can never go on.
 *
 * A rank that is inside a call needs others: the sender of its message, the receiver, all that have
 * not come to a collective yet. Ranks that could still do something are taken out of those that are
 * stuck, then those that need no more than what a rank outside can give, and so on until nothing
 * changes. What is left waits for itself, for ever. Where the record of a rank does not say what it
 * needs, or a message is under way that might be the one, the rank counts as one that could go on:
 * the proof is never guessed, and may miss a deadlock, which the history of the job then tells.
 * Only of ranks that are in different collectives, which MPI forbids, it is taken for granted that
 * the library does not get over it, if nothing has moved for a while.
 *
 * Only ranks that are still can be stuck. The others may be anywhere by now: they could go on.
 *
 * The time grows with the ranks and with how many each sends to and has communicators, not with the
 * square of the ranks: ranks that are in the same collective are asked about together. */
#ifndef TUTTI_WATCH_MODEL_DEADLOCK_H
#define TUTTI_WATCH_MODEL_DEADLOCK_H

#include "base/memory.h"
#include "runtime/beacon/format.h"

#include <stdbool.h>
#include <stddef.h>

struct stuck {
    int rank;
    const struct beacon_lane *lane; /* the call */
    const int *needs;               /* stuck or ended ranks that it waits for, the first of them */
    size_t need_count;
};

enum { DEADLOCK_NEEDS = 16 }; /* at most, of each */

struct deadlock_rank {
    const struct beacon_process *record; /* NULL: there is none */
    bool still;                          /* it was the same a moment ago, and had time to change */
    const char *function;                /* that it is in; NULL: not known */
};

/* All ranks, by rank; `settled`: nothing has changed for so long that messages whose sends are
 * complete have arrived. Fills in those that are stuck, by rank; 0: nothing is proved. The results
 * live in the arena. */
size_t deadlock_prove(const struct deadlock_rank *ranks, int size, bool settled,
                      struct arena *arena, const struct stuck **stuck);

/* The lane that is inside a call; NULL: none, or more than one. */
const struct beacon_lane *deadlock_lane(const struct beacon_process *process);

#endif

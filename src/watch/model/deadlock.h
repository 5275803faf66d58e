/* deadlock.h: proves, from what the ranks show, that some of them can never continue.
 *
 * A rank inside a call needs other ranks: the sender of its message, the receiver, or all members
 * that have not come to a collective yet. The proof starts with all ranks as stuck, removes those
 * that can still do something, then those whose needs a removed rank can satisfy, and so on until
 * nothing changes. The remaining ranks wait for each other for ever. If the record of a rank does
 * not say what it needs, or a message under way might be the one that it needs, the rank counts as
 * able to continue. So the proof never guesses. It can miss a deadlock; the history of the job then
 * reveals it. It makes one assumption: if ranks are in different collectives, which MPI forbids,
 * and nothing has moved for a while, the library does not recover.
 *
 * A rank that says that it has ended counts as able to continue until the kernel says so, too: a
 * child of it may have written that, and functions that run at its end may still send.
 *
 * Only ranks that stand still can be stuck. The others may be anywhere by now, so they could
 * continue.
 *
 * The time grows with the number of ranks, of destinations of their sends and of their
 * communicators, not with the square of the number of ranks: ranks in the same collective are
 * handled together.
 */
#ifndef TUTTI_WATCH_MODEL_DEADLOCK_H
#define TUTTI_WATCH_MODEL_DEADLOCK_H

#include "base/memory.h"
#include "runtime/beacon/format.h"

#include <stdbool.h>
#include <stddef.h>

struct stuck {
    int rank;
    const struct beacon_lane *lane; /* the call in which it is stuck */
    const int *needs;               /* the first of the stuck or ended ranks that it waits for */
    size_t need_count;
};

enum { DEADLOCK_NEEDS = 16 }; /* limit on the needs listed for each rank */

struct deadlock_rank {
    const struct beacon_process *record; /* NULL: there is none */
    bool still;           /* it is unchanged since a moment ago, and had time to change */
    const char *function; /* function that it is in; NULL: not known */
    bool dead;            /* the kernel says that the process has ended */
};

/* Proves which ranks are stuck. `ranks` lists all ranks in order; `settled`: nothing has changed
 * for so long that messages whose sends are complete have arrived. Sets `stuck` to the list of
 * stuck ranks, in order, and returns their number; 0: nothing is proved. The results live in the
 * arena. */
size_t deadlock_prove(const struct deadlock_rank *ranks, int size, bool settled,
                      struct arena *arena, const struct stuck **stuck);

/* Returns the lane that is inside a call; NULL: none, or more than one. */
const struct beacon_lane *deadlock_lane(const struct beacon_process *process);

#endif

/* alternatives.h: what MPI leaves open: which operations have several alternatives, and which these
 * are.
 *
 * They are listed while no rank runs, since only then all of them are known. Their order is the
 * same in every execution. */
#ifndef TUTTI_WORLD_CHOICE_ALTERNATIVES_H
#define TUTTI_WORLD_CHOICE_ALTERNATIVES_H

#include "world/choice/exploration.h"
#include "world/schedule/state.h"

enum { SETS_MAX = 8 }; /* with up to this many complete requests, MPI_Waitsome tries every set */

/* Alternatives of one operation; each is the `what` of a struct choice. */
struct alternatives {
    uint64_t *list; /* in the pool */
    size_t count, space;
};

bool alternatives_open(const struct operation *operation); /* whether it may have several */
bool alternatives_wild(const struct operation *operation); /* a receive or probe of any source */
enum choice_kind alternatives_kind(const struct operation *operation);

/* Lists what an operation can take now; nothing if it has to wait. */
void alternatives_find(struct scheduler *scheduler, const struct operation *operation,
                       struct alternatives *alternatives);
void alternatives_add(struct scheduler *scheduler, struct alternatives *alternatives,
                      uint64_t what);
bool alternatives_have(const struct alternatives *alternatives, uint64_t what);

/* Returns the message that an alternative of a receive or probe stands for. */
struct operation *alternatives_message(const struct scheduler *scheduler, uint64_t what);

#endif

/* access.h: one-sided communication, as the scheduler sees it: accesses to memory and locks that
 * ranks wait for, and which of them conflict. */
#ifndef TUTTI_WORLD_SCHEDULE_ACCESS_H
#define TUTTI_WORLD_SCHEDULE_ACCESS_H

#include "world/schedule/state.h"

void access_post(struct scheduler *scheduler, struct operation *operation);
void access_applied(struct scheduler *scheduler, int rank, const struct world_op *op);
void access_unlock(struct scheduler *scheduler, int rank, const struct world_op *op);
bool access_let(struct scheduler *scheduler); /* false: nobody waits for any */
size_t access_holders(struct scheduler *scheduler, const struct operation *operation, int *ranks);

/* What is wanted, by whom: of OP_ACCESS the ranges, of OP_LOCK the lock. */
struct asking {
    uint16_t kind;
    int rank;
    const struct world_range *ranges;
    uint32_t range_count;
    int32_t context, target;
    bool exclusive;
};

struct asking access_asking(const struct operation *operation, uint32_t range_count);

/* Whether it matters which of the two comes first. */
bool access_conflict(const struct asking *one, const struct asking *other);

bool access_is(const struct operation *operation); /* OP_ACCESS or OP_LOCK */
bool access_is_free(struct scheduler *scheduler, const struct operation *operation);

/* Who waits and can be let now, by rank. */
size_t access_waiting(struct scheduler *scheduler, struct operation **list);
/* The one whose turn it is, and all that it conflicts with, directly or not, come to the front: how
 * many. */
size_t access_circle(const struct scheduler *scheduler, struct operation **list, size_t count);
/* Whether it looks at the same memory again, more often than `bound`, and nothing has changed. */
bool access_spins(const struct scheduler *scheduler, const struct operation *operation,
                  uint32_t bound);

uint32_t access_first_ranges(const struct operation *operation);
void access_grant(struct scheduler *scheduler, struct operation *operation, uint32_t ranges);

/* Of an exploration: lets the one go whose choice is the last, and keeps what that depends on. */
void access_choose(struct scheduler *scheduler, struct operation *operation);
struct known_grant;
struct asking access_granted(const struct known_grant *grant);

/* What the rank of the operation knew of others when it got the lock of the target; NULL: nothing.
 */
const struct instant *access_lock_known(struct scheduler *scheduler,
                                        const struct operation *operation, int target);

#endif

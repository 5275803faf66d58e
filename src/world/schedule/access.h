/* access.h: one-sided communication, as the scheduler sees it: accesses to memory and locks that
 * ranks wait for, and which of them conflict. */
#ifndef TUTTI_WORLD_SCHEDULE_ACCESS_H
#define TUTTI_WORLD_SCHEDULE_ACCESS_H

#include "world/schedule/state.h"

void access_post(struct scheduler *scheduler, struct operation *operation);
void access_applied(struct scheduler *scheduler, int rank, const struct world_op *op);
void access_unlock(struct scheduler *scheduler, int rank, const struct world_op *op);
/* For a run: grants all accesses that do not conflict, and one of each group that does; returns
 * false if no rank waits for any. */
bool access_grant_all(struct scheduler *scheduler);
size_t access_holders(struct scheduler *scheduler, const struct operation *operation, int *ranks);

/* What a rank asks for: the ranges of an OP_ACCESS, or the lock of an OP_LOCK. */
struct asking {
    uint16_t kind;
    int rank;
    const struct world_range *ranges;
    uint32_t range_count;
    int32_t context;
    int32_t target; /* of an OP_LOCK */
    bool exclusive; /* of an OP_LOCK */
};

struct asking access_asking(const struct operation *operation, uint32_t range_count);

/* Returns whether it matters which of the two comes first. */
bool access_conflict(const struct asking *one, const struct asking *other);

bool access_is(const struct operation *operation); /* OP_ACCESS or OP_LOCK */
bool access_is_free(struct scheduler *scheduler, const struct operation *operation);

/* Lists operations that wait and can be granted now, by rank. */
size_t access_waiting(struct scheduler *scheduler, struct operation **list);
/* Moves the operation whose turn it is, and all that conflict with it, directly or through others,
 * to the front; returns their number. */
size_t access_circle(const struct scheduler *scheduler, struct operation **list, size_t count);
/* Returns whether it has read the same memory more than `bound` times in a row without a change. */
bool access_spins(const struct scheduler *scheduler, const struct operation *operation,
                  uint32_t bound);

uint32_t access_first_ranges(const struct operation *operation);
void access_grant(struct scheduler *scheduler, struct operation *operation, uint32_t ranges);

/* In a search: grants the operation whose choice was made last, and keeps what it depends on. */
void access_choose(struct scheduler *scheduler, struct operation *operation);
struct known_grant;
struct asking access_granted(const struct known_grant *grant);

/* Returns what the operation's rank knew of others when it got the lock of the target; NULL:
 * nothing. */
const struct instant *access_lock_known(struct scheduler *scheduler,
                                        const struct operation *operation, int target);

#endif

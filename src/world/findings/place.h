/* place.h: findings of the scheduler, and the places of calls in them. */
#ifndef TUTTI_WORLD_FINDINGS_PLACE_H
#define TUTTI_WORLD_FINDINGS_PLACE_H

#include "world/schedule/state.h"

/* Reports an error or a note about one operation or two (`second` may be NULL). An error stops the
 * execution. */
struct finding *place_report(struct scheduler *scheduler, const char *rule,
                             const struct operation *first, const struct operation *second,
                             const char *headline, const char *why);

/* The call of an operation, with its arguments. */
void location_of(struct scheduler *scheduler, const struct operation *operation,
                 struct location *location);
/* Copies the stack that a rank has recorded. */
const uint64_t *stack_copy(struct arena *arena, const uint64_t stack[WORLD_STACK], size_t *count);
void location_keep_stack(struct scheduler *scheduler, const uint64_t stack[WORLD_STACK],
                         struct location *location);
/* A call of a rank: its site, and the number of its stack (protocol.h). */
void location_at(struct scheduler *scheduler, int rank, uint64_t site, uint32_t stack,
                 struct location *location);
void related_add(struct scheduler *scheduler, struct finding *finding, const char *what, int rank,
                 uint64_t site, uint32_t stack);

/* Returns a communicator, or what a collective is on, as a person reads it. */
const char *place_comm(struct scheduler *scheduler, int32_t context);
const char *place_object(struct scheduler *scheduler, const struct world_op *op);

#endif

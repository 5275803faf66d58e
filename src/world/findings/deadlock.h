/* deadlock.h: finds out which ranks wait for which, and places the scheduler's findings. */
#ifndef TUTTI_WORLD_FINDINGS_DEADLOCK_H
#define TUTTI_WORLD_FINDINGS_DEADLOCK_H

#include "world/schedule/state.h"

void deadlock_report(struct scheduler *scheduler);
void deadlock_waits(struct scheduler *scheduler,
                    struct finding *finding); /* adds all waits to a finding */
struct finding *problem_report(struct scheduler *scheduler, const char *rule,
                               const struct operation *first, const struct operation *second,
                               const char *headline, const char *why);
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

#endif

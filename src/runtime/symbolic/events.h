/* events.h: what the program decided by symbolic values, in order.
 *
 * Constraint set reduction (paper, IV-C): a branch is recorded when it is first met, and then when
 * it goes the other way than the last time; a loop leaves its first condition and its last. A
 * condition that was recorded before adds nothing and is left out too. Unlike in the paper a branch
 * is counted as first met for each set of variables that it depends on, for a function that checks
 * one input after another is no loop. Inside state_enter(). */
#ifndef TUTTI_RUNTIME_SYMBOLIC_EVENTS_H
#define TUTTI_RUNTIME_SYMBOLIC_EVENTS_H

#include "runtime/symbolic/segment.h"

#include <stdbool.h>
#include <stddef.h>

#define EVENTS_IN_MODEL UINT32_MAX /* the site of what models record */

void events_open(void);

void event_branch(uint32_t site, uint32_t expression, bool taken);
/* Any other kind with an expression. */
void event_add(enum symbolic_event_kind kind, uint32_t site, uint32_t expression, uint64_t value,
               uint64_t other);
/* A word was compared with the first `bytes` bytes (0: all) of another text. */
void event_text(uint32_t variable, const char *text, size_t bytes, bool equal);

#endif

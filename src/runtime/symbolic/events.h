/* events.h: records what the program decides by symbolic values, in order.
 *
 * Constraint set reduction (paper, IV-C): a branch is recorded at its first execution, and then
 * whenever it goes the other way than the last time. So a loop leaves its first condition and its
 * last. A condition that was recorded before adds nothing and is also left out. Unlike in the
 * paper, the first execution counts separately for each set of variables that the branch depends
 * on, because a function that checks one input after another is no loop. Inside state_enter(). */
#ifndef TUTTI_RUNTIME_SYMBOLIC_EVENTS_H
#define TUTTI_RUNTIME_SYMBOLIC_EVENTS_H

#include "runtime/symbolic/segment.h"

#include <stdbool.h>
#include <stddef.h>

#define EVENTS_IN_MODEL UINT32_MAX /* the site of events from models */

void events_open(void);

void event_branch(uint32_t site, uint32_t expression, bool taken);
/* Records any other kind of event with an expression. */
void event_add(enum symbolic_event_kind kind, uint32_t site, uint32_t expression, uint64_t value,
               uint64_t other);
/* Records that a word was compared with the first `bytes` bytes (0: all) of another text. */
void event_text(uint32_t variable, const char *text, size_t bytes, bool equal);

#endif

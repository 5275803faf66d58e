/* model.h: what models of the C library have in common.
 *
 * MODEL_OF(atoi) declares tutti_model_atoi() as a function like atoi(), which the program's code
 * sees. A model calls the real function first, so that what the program does is what it always
 * does, and errno is what that left. Then, inside state_enter(), it says what that did to
 * expressions. A model that returns a scalar sets tutti_symbolic_result on every way out, for the
 * arguments' expressions in tutti_symbolic_arguments[] are those of the call. */
#ifndef TUTTI_RUNTIME_SYMBOLIC_MODEL_MODEL_H
#define TUTTI_RUNTIME_SYMBOLIC_MODEL_MODEL_H

#include "runtime/symbolic/events.h"
#include "runtime/symbolic/nodes.h"
#include "runtime/symbolic/shadow.h"
#include "runtime/symbolic/state.h"

#define MODEL_OF(name) \
    extern __attribute__((visibility("default"))) __typeof__(name) tutti_model_##name

/* Argument `position` goes to code that has no expressions, which needs it as it is. */
static inline void model_size(unsigned position, uint64_t value)
{
    tutti_symbolic_size(EVENTS_IN_MODEL, tutti_symbolic_arguments[position], value);
}

#endif

/* model.h: what models of the C library have in common.
 *
 * MODEL_OF(atoi) declares tutti_model_atoi() with the type of atoi(), for the program's code to
 * call. A model calls the real function first, so that the program behaves as always, and errno is
 * what the real function left. Then, inside state_enter(), it records the effect on expressions. A
 * model that returns a scalar sets tutti_symbolic_result on every way out, because the expressions
 * in tutti_symbolic_arguments[] belong to this call. */
#ifndef TUTTI_RUNTIME_SYMBOLIC_MODEL_MODEL_H
#define TUTTI_RUNTIME_SYMBOLIC_MODEL_MODEL_H

#include "runtime/symbolic/events.h"
#include "runtime/symbolic/nodes.h"
#include "runtime/symbolic/shadow.h"
#include "runtime/symbolic/state.h"

#define MODEL_OF(name) \
    extern __attribute__((visibility("default"))) __typeof__(name) tutti_model_##name

/* Records that argument `position` goes to code without expressions, which needs the value as it
 * is. */
static inline void model_size(unsigned position, uint64_t value)
{
    tutti_symbolic_size(EVENTS_IN_MODEL, tutti_symbolic_arguments[position], value);
}

#endif

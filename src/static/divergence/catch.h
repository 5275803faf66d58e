/* catch.h: which exceptions a handler takes. */
#ifndef TUTTI_STATIC_DIVERGENCE_CATCH_H
#define TUTTI_STATIC_DIVERGENCE_CATCH_H

#include "static/divergence/questions.h"

/* Gathers the types of all exceptions that arise in the function into its summary. */
void divergence_gather_types(struct divergence *divergence, const struct ir_function *function);
/* The type of what the call throws, NULL if it is not known. */
const struct ir_value *divergence_type(const struct divergence *divergence,
                                       const struct ir_value *call);
/* Whether an exception of this type that comes to the node leads on in the flow: to a handler, or
 * in FLOW_THROWN out of the function. There `*type` becomes that of what a handler throws instead.
 */
bool divergence_takes(struct divergence *divergence, const struct flow *flow, uint32_t node,
                      const struct ir_value **type);
/* Whether a branch asks for the type of an exception, and the answer is never this one. */
bool divergence_never_caught(const struct divergence *divergence, const struct ir_value *branch,
                             uint32_t successor);

#endif

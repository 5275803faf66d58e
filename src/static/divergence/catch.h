/* catch.h: says which exceptions a handler takes. */
#ifndef TUTTI_STATIC_DIVERGENCE_CATCH_H
#define TUTTI_STATIC_DIVERGENCE_CATCH_H

#include "static/divergence/questions.h"

/* Gathers the types of all exceptions that arise in the function into its summary. */
void divergence_gather_types(struct divergence *divergence, const struct ir_function *function);
/* Returns the type of the exception that the call throws, NULL if it is not known. */
const struct ir_value *divergence_type(const struct divergence *divergence,
                                       const struct ir_value *call);
/* Returns whether an exception of this type that arrives at the node goes on in the flow: to a
 * handler, or in FLOW_THROWN out of the function. If a handler throws something else instead, sets
 * `*type` to the type of that. */
bool divergence_takes(struct divergence *divergence, const struct flow *flow, uint32_t node,
                      const struct ir_value **type);
/* Returns whether a branch tests for the type of an exception, and never takes this successor for
 * it. */
bool divergence_never_caught(const struct divergence *divergence, const struct ir_value *branch,
                             uint32_t successor);

#endif

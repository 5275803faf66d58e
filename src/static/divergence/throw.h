/* throw.h: follows the ways that exceptions take. */
#ifndef TUTTI_STATIC_DIVERGENCE_THROW_H
#define TUTTI_STATIC_DIVERGENCE_THROW_H

#include "static/divergence/questions.h"

bool divergence_raises(const struct ir_value *call);                /* it is a `throw` */
bool divergence_throws(void *context, const struct ir_value *call); /* for struct flow_knowledge */
/* Returns whether this target of the call throws. */
bool divergence_throws_in(const struct divergence *divergence, const struct ir_value *call,
                          const struct ir_function *target);
/* Returns the branches that decide whether the call throws something that goes on in the flow, as
 * seen in the function of the call. */
const struct thrower *divergence_throwers(struct divergence *divergence, const struct flow *flow,
                                          const struct ir_value *call, size_t *count);
/* Returns where the exception of a question is caught, or NULL. */
const struct ir_value *divergence_handler(const struct divergence *divergence,
                                          const struct question *question);
void divergence_follow_throws(struct divergence *divergence, const struct ir_function *function,
                              const struct flow_knowledge *calm);

#endif

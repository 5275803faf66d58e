/* calls.h: what a call performs, by the summaries of what it may reach. */
#ifndef TUTTI_STATIC_DIVERGENCE_CALLS_H
#define TUTTI_STATIC_DIVERGENCE_CALLS_H

#include "static/divergence/questions.h"

/* For struct flow_knowledge; the context is the divergence. */
enum flow_call divergence_ending(void *context, const struct ir_value *call);
bool divergence_finalizes(void *context, const struct ir_value *call);
/* What a call performs, for the function that it stands in. Passes questions of its targets up. */
uint32_t divergence_call(struct divergence *divergence, const struct ir_value *call);
/* The choice of a question as the function that is asked now sees it: with the arguments of the
 * calls that lead to it. EXPRESSION_NONE: with them there is none. */
uint32_t divergence_concrete(struct divergence *divergence, const struct question *question);
/* What a call performs if it throws, EXPRESSION_NONE if it does not. After divergence_call(). */
uint32_t divergence_call_throws(struct divergence *divergence, const struct ir_value *call);
/* Whether a call with several targets may reach this one. */
bool divergence_may_call(const struct divergence *divergence, const struct ir_value *call,
                         const struct ir_function *target);
/* What a question depends on in the function of the call, instead of in its target. */
void divergence_ask_arguments(const struct divergence *divergence, const struct ir_value *call,
                              const struct ir_function *target, struct question *question);
/* The function of MPI if the call is a collective that counts, else NULL. */
const struct api_function *divergence_collective(const struct divergence *divergence,
                                                 const struct ir_value *call);

#endif

/* calls.h: says what a call performs, from the summaries of its targets. */
#ifndef TUTTI_STATIC_DIVERGENCE_CALLS_H
#define TUTTI_STATIC_DIVERGENCE_CALLS_H

#include "static/divergence/questions.h"

/* Callbacks for struct flow_knowledge; the context is the struct divergence. */
enum flow_call divergence_ending(void *context, const struct ir_value *call);
bool divergence_finalizes(void *context, const struct ir_value *call);
/* Returns what a call performs, as seen in its function. Passes questions of its targets up. */
uint32_t divergence_call(struct divergence *divergence, const struct ir_value *call);
/* Returns the choice of a question as the function that is asked now sees it: with the arguments of
 * the calls that lead to the choice. EXPRESSION_NONE: with these arguments there is no choice. */
uint32_t divergence_concrete(struct divergence *divergence, const struct question *question);
/* Returns what a call performs if it throws, EXPRESSION_NONE if it does not. Call divergence_call()
 * first. */
uint32_t divergence_call_throws(struct divergence *divergence, const struct ir_value *call);
/* Returns whether a call with several targets may reach this one. */
bool divergence_may_call(const struct divergence *divergence, const struct ir_value *call,
                         const struct ir_function *target);
/* Replaces what a question depends on in the target by what it depends on in the function of the
 * call. */
void divergence_ask_arguments(const struct divergence *divergence, const struct ir_value *call,
                              const struct ir_function *target, struct question *question);
/* Returns the MPI function if the call is a collective that the analysis compares, else NULL. */
const struct api_function *divergence_collective(const struct divergence *divergence,
                                                 const struct ir_value *call);

#endif

/* decide.h: decides whether all ranks take the same way at a branch. */
#ifndef TUTTI_STATIC_DIVERGENCE_DECIDE_H
#define TUTTI_STATIC_DIVERGENCE_DECIDE_H

#include "static/divergence/questions.h"

/* Returns the sequence of a choice between arms, one for each successor or target of the decider.
 * With a `thrower` the choice is between ways that exceptions take. Sets `*unsure` if it is not
 * known whether all ranks decide alike. */
uint32_t divergence_decide(struct divergence *divergence, const struct ir_value *decider,
                           const struct thrower *thrower, uint32_t *arms, uint32_t count,
                           bool *unsure);
/* Does the same for a call that may throw. The two arms are: it returns, it throws. `flow` has its
 * ways. */
uint32_t divergence_decide_throw(struct divergence *divergence, const struct flow *flow,
                                 const struct ir_value *call, uint32_t arms[2], bool *unsure);
/* Make the choices only, and ask no questions. */
uint32_t divergence_choose(struct divergence *divergence, const struct ir_value *decider,
                           uint32_t *arms, uint32_t count);
uint32_t divergence_choose_throw(struct divergence *divergence, const struct flow *flow,
                                 const struct ir_value *call, uint32_t arms[2]);
/* Returns the branch to show to the user. */
const struct ir_value *divergence_branch(const struct question *question);
/* Returns a number that tells deciders apart, with and without exceptions. It is less than twice
 * the number of values. */
size_t divergence_key(const struct question *question);
/* Returns the summary with the ways of a question: with landing pads if the question is about
 * exceptions. */
const struct summary *divergence_view(const struct divergence *divergence,
                                      const struct question *question);
/* Answers a question in a function, or leaves it to the callers. Returns true if it is a
 * problem. */
bool divergence_settle(struct divergence *divergence, const struct ir_function *function,
                       const struct question *question);
/* Answers the questions of a function that has no callers to ask. */
void divergence_settle_root(struct divergence *divergence, const struct ir_function *function);

#endif

/* decide.h: do all ranks take the same way at a branch?. */
#ifndef TUTTI_STATIC_DIVERGENCE_DECIDE_H
#define TUTTI_STATIC_DIVERGENCE_DECIDE_H

#include "static/divergence/questions.h"

/* The sequence of a choice between arms, one for each successor or target of the decider. With a
 * `thrower` it is between ways that exceptions take. `*unsure` is set if whether all ranks decide
 * alike is not known. */
uint32_t divergence_decide(struct divergence *divergence, const struct ir_value *decider,
                           const struct thrower *thrower, uint32_t *arms, uint32_t count,
                           bool *unsure);
/* The same for a call that may throw, with the arms: it returns, it throws; `flow` has its ways. */
uint32_t divergence_decide_throw(struct divergence *divergence, const struct flow *flow,
                                 const struct ir_value *call, uint32_t arms[2], bool *unsure);
/* The choices alone, without questions. */
uint32_t divergence_choose(struct divergence *divergence, const struct ir_value *decider,
                           uint32_t *arms, uint32_t count);
uint32_t divergence_choose_throw(struct divergence *divergence, const struct flow *flow,
                                 const struct ir_value *call, uint32_t arms[2]);
/* The branch that a person has to look at. */
const struct ir_value *divergence_branch(const struct question *question);
/* Tells deciders apart, with and without exceptions. Below twice the number of values. */
size_t divergence_key(const struct question *question);
/* The summary with the ways of a question: with landing pads if it is about exceptions. */
const struct summary *divergence_view(const struct divergence *divergence,
                                      const struct question *question);
/* Answers a question in a function, or leaves it to its callers. True if it is a problem. */
bool divergence_settle(struct divergence *divergence, const struct ir_function *function,
                       const struct question *question);
/* Questions that nobody is left to answer. */
void divergence_settle_root(struct divergence *divergence, const struct ir_function *function);

#endif

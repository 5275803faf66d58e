/* summary.h: summarises what a function performs. */
#ifndef TUTTI_STATIC_DIVERGENCE_SUMMARY_H
#define TUTTI_STATIC_DIVERGENCE_SUMMARY_H

#include "static/divergence/questions.h"

void divergence_summarise(struct divergence *divergence, const struct ir_function *function);
/* Fills in what the nodes of the summary's flow perform; returns what the whole function
 * performs. */
typedef uint32_t divergence_decider(void *context, const struct ir_value *decider, uint32_t *arms,
                                    uint32_t count);
uint32_t divergence_perform(struct divergence *divergence, struct summary *summary,
                            divergence_decider *decide, void *context);

#endif

/* warn.h: findings of the analyses that look at single calls. */
#ifndef TUTTI_STATIC_WARN_H
#define TUTTI_STATIC_WARN_H

#include "static/analyses.h"

/* A warning of the rule at the instruction; headline and why are the caller's. Good until the next
 * finding is added. */
struct finding *warn_begin(struct static_run *run, const char *rule,
                           const struct ir_value *instruction);

/* Adds a place that helps to understand. */
void warn_relate(struct static_run *run, struct finding *finding, const char *what,
                 const struct ir_value *instruction);

#endif

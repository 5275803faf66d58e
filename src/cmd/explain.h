/* explain.h: prints the page of a rule, for `explain` and for verbs that explain their findings. */
#ifndef TUTTI_CMD_EXPLAIN_H
#define TUTTI_CMD_EXPLAIN_H

#include "base/text.h"
#include "finding/rules.h"

void explain_rule(struct text *page, bool color, const struct rule *rule);

#endif

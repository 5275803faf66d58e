/* constant.h: decides branches on a parameter that a call passes as a constant. */
#ifndef TUTTI_STATIC_DIVERGENCE_CONSTANT_H
#define TUTTI_STATIC_DIVERGENCE_CONSTANT_H

#include "static/divergence/questions.h"

uint32_t constant_parameter(const struct ir_value *decider); /* EXPRESSION_NONE: the branch does not
                                                                depend on one parameter alone */
bool constant_successor(const struct ir_value *decider, int64_t value, uint32_t *successor);

#endif

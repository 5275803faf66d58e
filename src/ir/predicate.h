/* predicate.h: computes with predicates of integer comparisons. */
#ifndef TUTTI_IR_PREDICATE_H
#define TUTTI_IR_PREDICATE_H

#include "ir/program.h"

bool ir_predicate_holds(enum ir_predicate predicate, int64_t left, int64_t right);

/* Returns the predicate for swapped operands: a < b is b > a. */
enum ir_predicate ir_predicate_turned(enum ir_predicate predicate);

/* Returns the opposite predicate: a >= b is true where a < b is false. */
enum ir_predicate ir_predicate_negated(enum ir_predicate predicate);

#endif

/* predicate.h: what comparisons of integers ask. */
#ifndef TUTTI_IR_PREDICATE_H
#define TUTTI_IR_PREDICATE_H

#include "ir/program.h"

bool ir_predicate_holds(enum ir_predicate predicate, int64_t left, int64_t right);

/* The same asked of the operands the other way round: a < b is b > a. */
enum ir_predicate ir_predicate_turned(enum ir_predicate predicate);

/* What holds where this does not: a >= b where not a < b. */
enum ir_predicate ir_predicate_negated(enum ir_predicate predicate);

#endif

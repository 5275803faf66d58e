/* call.h: the effect of calls on values and memory. */
#ifndef TUTTI_STATIC_UNIFORMITY_CALL_H
#define TUTTI_STATIC_UNIFORMITY_CALL_H

#include "static/uniformity/function.h"
#include "static/uniformity/taint.h"

struct taint call_evaluate(struct solver *solver, const struct ir_value *call);
/* Keeps what callers need to know of the solved function, and queues the callers if that is new. */
void call_publish(struct solver *solver, const struct state *end, struct taint returned);
/* Returns whether a receive fills memory that its function also sends. */
bool call_exchanges(struct solver *solver, const struct ir_value *receive);

#endif

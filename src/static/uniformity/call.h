/* call.h: what calls do to values and memory. */
#ifndef TUTTI_STATIC_UNIFORMITY_CALL_H
#define TUTTI_STATIC_UNIFORMITY_CALL_H

#include "static/uniformity/function.h"
#include "static/uniformity/taint.h"

struct taint call_evaluate(struct solver *solver, const struct ir_value *call);
/* The function is solved: keeps what its callers need to know, and queues them if it is new. */
void call_publish(struct solver *solver, const struct state *end, struct taint returned);
/* Whether a receive fills memory that its function sends, too. */
bool call_exchanges(struct solver *solver, const struct ir_value *receive);

#endif

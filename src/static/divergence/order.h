/* order.h: finds the functions that are reachable, and the order in which to summarise them. */
#ifndef TUTTI_STATIC_DIVERGENCE_ORDER_H
#define TUTTI_STATIC_DIVERGENCE_ORDER_H

#include "static/divergence/questions.h"

/* Finds the reachable functions, and what they contain. */
void divergence_order(struct divergence *divergence);

#endif

/* order.h: which functions are reachable, and in which order they are summarised. */
#ifndef TUTTI_STATIC_DIVERGENCE_ORDER_H
#define TUTTI_STATIC_DIVERGENCE_ORDER_H

#include "static/divergence/questions.h"

void divergence_order(struct divergence *divergence); /* reachable functions; what they contain */

#endif

/* order.h: finds the functions that are reachable, and the order in which to summarise them. */
#ifndef TUTTI_STATIC_DIVERGENCE_ORDER_H
#define TUTTI_STATIC_DIVERGENCE_ORDER_H

#include "static/divergence/questions.h"

void divergence_order(
    struct divergence *divergence); /* finds reachable functions and what they contain */

#endif

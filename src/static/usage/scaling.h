/* scaling.h: checks scale.displacement and overflow.int: counts and displacements that int cannot
 * hold. */
#ifndef TUTTI_STATIC_USAGE_SCALING_H
#define TUTTI_STATIC_USAGE_SCALING_H

#include "static/run.h"

void scaling_check(struct static_run *run);

#endif

/* virtual.h: says whether a target stands only in other slots of vtables than the call uses. */
#ifndef TUTTI_STATIC_DIVERGENCE_VIRTUAL_H
#define TUTTI_STATIC_DIVERGENCE_VIRTUAL_H

#include "static/divergence/questions.h"

bool divergence_other_slot(const struct ir_value *call, const struct ir_function *target);

#endif

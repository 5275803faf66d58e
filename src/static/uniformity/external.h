/* external.h: calls of functions without a body. */
#ifndef TUTTI_STATIC_UNIFORMITY_EXTERNAL_H
#define TUTTI_STATIC_UNIFORMITY_EXTERNAL_H

#include "ir/library.h"
#include "static/uniformity/function.h"
#include "static/uniformity/taint.h"

struct taint external_call(struct solver *solver, const struct ir_value *call,
                           enum library_values kind);

#endif

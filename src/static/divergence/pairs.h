/* pairs.h: `if (rank == 0) A; if (rank != 0) A;` is right in the end. */
#ifndef TUTTI_STATIC_DIVERGENCE_PAIRS_H
#define TUTTI_STATIC_DIVERGENCE_PAIRS_H

#include "static/divergence/questions.h"

bool divergence_paired(struct divergence *divergence, const struct question *question);

#endif

/* pairs.h: recognises complementary branches: `if (rank == 0) A; if (rank != 0) A;` performs A on
 * all ranks. */
#ifndef TUTTI_STATIC_DIVERGENCE_PAIRS_H
#define TUTTI_STATIC_DIVERGENCE_PAIRS_H

#include "static/divergence/questions.h"

bool divergence_paired(struct divergence *divergence, const struct question *question);

#endif

/* divergence.h: checks collective.divergence: collectives that not all ranks perform. */
#ifndef TUTTI_STATIC_DIVERGENCE_DIVERGENCE_H
#define TUTTI_STATIC_DIVERGENCE_DIVERGENCE_H

#include "static/run.h"

void divergence_check(struct static_run *run);

#endif

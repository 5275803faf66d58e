/* agreement.h: checks mismatch.root and mismatch.op: ranks that pass different roots or
 * operations. */
#ifndef TUTTI_STATIC_DIVERGENCE_AGREEMENT_H
#define TUTTI_STATIC_DIVERGENCE_AGREEMENT_H

#include "static/run.h"

void agreement_check(struct static_run *run);

#endif

/* analyses.h: the analyses that static.c runs one after the other. Each appends findings. */
#ifndef TUTTI_STATIC_ANALYSES_H
#define TUTTI_STATIC_ANALYSES_H

#include "static/analysis.h"
#include "static/static.h"
#include "static/uniformity.h"

struct static_run {
    struct analysis *analysis;
    struct uniformity *uniformity;
    const struct static_options *options;
    struct document *document;
    struct static_needs *needs;
};

void divergence_check(struct static_run *run);  /* collective.divergence */
void agreement_check(struct static_run *run);   /* mismatch.root, mismatch.op */
void threads_check(struct static_run *run);     /* thread.* */
void barriers_check(struct static_run *run);    /* omp.barrier, omp.worksharing */
void requests_check(struct static_run *run);    /* request.*, race.buffer */
void leaks_check(struct static_run *run);       /* leak.* */
void arguments_check(struct static_run *run);   /* arg.*, mismatch.datatype */
void scaling_check(struct static_run *run);     /* scale.displacement, overflow.int */
void environment_check(struct static_run *run); /* env.init, env.finalize */

#endif

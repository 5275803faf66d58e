/* investigate.h: investigates a function that failed on an axis: finds bounds on all numbers of
 * ranks and the rule behind them, and checks whether it fails with real memory too. */
#ifndef TUTTI_SCALE_INVESTIGATE_H
#define TUTTI_SCALE_INVESTIGATE_H

#include "scale/fit.h"
#include "scale/profile.h"
#include "scale/trials.h"

enum { OBSERVATIONS_MAX = 64 };

struct investigation {
    struct trials *trials;
    struct function function;
    enum axis axis;
    const int *ranks;
    size_t rank_count;
    /* Results. */
    struct observation observations[OBSERVATIONS_MAX];
    size_t observation_count;
    struct profile_problem problem; /* bounds and names are not filled in */
    char detail[JOB_DETAIL_MAX];    /* description of the failure at the first bound */
    bool refuted;                   /* it does not fail with real memory, so it is no problem */
};

/* Investigates. `failed` is a point that failed on so many ranks, `good` a smaller count that
 * passed (0: none). An error is one of the launcher. */
int investigate(struct investigation *at, int ranks, const struct point *failed, uint64_t good,
                struct error *error);

#endif

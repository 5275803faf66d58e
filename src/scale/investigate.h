/* investigate.h: a function that failed on an axis: bounds on all numbers of ranks, the rule behind
 * them, and whether it fails with real memory too. */
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
    char detail[JOB_DETAIL_MAX];    /* of the failure at the first bound */
    bool refuted;                   /* with real memory it does not fail: no problem */
};

/* `failed` is a point that did on so many ranks, `good` a smaller count that did not (0: none). An
 * error is one of the launcher. */
int investigate(struct investigation *at, int ranks, const struct point *failed, uint64_t good,
                struct error *error);

#endif

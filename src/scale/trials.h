/* trials.h: trials of points as the searches see them: those that are known are not made again,
 * those that are not go into one job, and a failure is believed when it is seen again in a job of
 * its own. */
#ifndef TUTTI_SCALE_TRIALS_H
#define TUTTI_SCALE_TRIALS_H

#include "scale/job.h"
#include "scale/search.h"
#include "scale/state.h"

struct trials {
    const struct job_options *job;
    struct state *state;
    size_t made;         /* points, by this command */
    size_t unreproduced; /* failures that were not seen again */
    bool believe;        /* a function is known to fail: no failure is tried twice */
    bool stopped;        /* no more: interrupted, or out of time */
    /* What a point is run with; may be NULL. */
    const char *const *(*variables)(void *context, const struct function *function);
    void *context;
};

/* Tries the points in turn until one does not pass: `passed` of them did. `last` is how the one
 * behind these ended. An error of the launcher stops everything. */
int trials_run(struct trials *trials, int ranks, const struct point *points, size_t count,
               size_t *passed, enum search_end *end, struct job_result *last, struct error *error);

#endif

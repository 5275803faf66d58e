/* trials.h: tries points for the searches. Points with a known outcome are not tried again, the
 * others go into one job, and a failure counts only if it occurs again in a job of its own. */
#ifndef TUTTI_SCALE_TRIALS_H
#define TUTTI_SCALE_TRIALS_H

#include "scale/job.h"
#include "scale/search.h"
#include "scale/state.h"

struct trials {
    const struct job_options *job;
    struct state *state;
    size_t made;         /* points tried by this command */
    size_t unreproduced; /* failures that could not be reproduced */
    bool believe;        /* the function is known to fail: failures need no second trial */
    bool stopped;        /* interrupted, or out of time */
    /* Returns the environment variables for a function; may be NULL. */
    const char *const *(*variables)(void *context, const struct function *function);
    void *context;
};

/* Tries the points in turn until one does not pass. `passed` is the number that did, and `last` the
 * outcome of the next one. An error of the launcher stops everything. */
int trials_run(struct trials *trials, int ranks, const struct point *points, size_t count,
               size_t *passed, enum search_end *end, struct job_result *last, struct error *error);

#endif

/* trial.h: one point, tried by all ranks of a job. */
#ifndef TUTTI_SCALE_TRIAL_TRIAL_H
#define TUTTI_SCALE_TRIAL_TRIAL_H

#include "scale/trial/buffer.h"
#include "scale/trial/call.h"
#include "scale/trial/status.h"

#include <mpi.h>

/* What all points of a job share. */
struct trial_job {
    int rank, ranks;
    MPI_Comm world;      /* for the functions, */
    MPI_Comm neighbours; /* and for those of the neighbourhood */
    MPI_Op exclusive_or; /* of elements with gaps */
};

void trial_open(struct trial_job *job);
void trial_close(struct trial_job *job);

/* Tries the point. False: it failed on this rank, report_end() was called, and there is no way on.
 * Ranks do not wait for each other: the command sees which failed, and at which point. */
bool trial_run(const struct trial_job *job, const struct point *point);

#endif

/* trial.h: tries one point, on all ranks of a job. */
#ifndef TUTTI_SCALE_TRIAL_TRIAL_H
#define TUTTI_SCALE_TRIAL_TRIAL_H

#include "scale/trial/buffer.h"
#include "scale/trial/call.h"
#include "scale/trial/status.h"

#include <mpi.h>

/* Objects shared by all points of a job. */
struct trial_job {
    int rank, ranks;
    MPI_Comm world;      /* communicator for most functions... */
    MPI_Comm neighbours; /* ...and for those on a neighbourhood */
    MPI_Op exclusive_or; /* for elements with gaps */
};

void trial_open(struct trial_job *job);
void trial_close(struct trial_job *job);

/* Tries the point. Returns false if it failed on this rank: report_end() was called, and the rank
 * cannot continue. Ranks do not wait for each other: the command sees which one failed, and at
 * which point. */
bool trial_run(const struct trial_job *job, const struct point *point);

#endif

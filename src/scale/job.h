/* job.h: runs one job of the trial program under a launcher: starts it, watches its progress and
 * its memory, ends it, and reports how it ended.
 *
 * A hang is judged by progress, not by time: pages touched for the first time, memory, and points.
 * If none of these changes although every rank had time to run, none ever will. A job that takes
 * more than its share of memory is stopped, which says nothing about the library. A point is slow
 * if it takes far longer for its bytes than smaller ones of the same job.
 */
#ifndef TUTTI_SCALE_JOB_H
#define TUTTI_SCALE_JOB_H

#include "base/error.h"
#include "base/memory.h"
#include "launch/flavour.h"
#include "scale/function.h"
#include "scale/profile.h"

#include <signal.h>

enum job_verdict {
    JOB_OK,        /* all points passed */
    JOB_FAILED,    /* the library failed, at a point */
    JOB_NO_MEMORY, /* memory ran out, at a point */
    JOB_GIVEN_UP,  /* it made too little progress, and there is no other point to compare it with */
    JOB_INTERRUPTED, /* by a signal to the command, or because the command's time is over */
};

enum { JOB_DETAIL_MAX = 256 };

struct job_result {
    enum job_verdict verdict;
    size_t passed; /* number of points that passed; the verdict is about the next one */
    enum profile_effect effect;
    char detail[JOB_DETAIL_MAX]; /* description in a sentence */
    double seconds;              /* duration of the last point */
    double slow_after; /* limit in seconds; 0: there was no other point to compare it with */
};

struct job_options {
    enum mpi_flavour flavour;
    const char *program;   /* the trial program */
    const char *directory; /* for its files; removed when the command is killed */
    const char *launcher;  /* words before the program, without -n; NULL: those of the flavour */
    uint64_t memory;       /* of all ranks together */
    double patience;       /* seconds without progress that make a hang */
    double point_seconds;  /* for one point, whatever its progress */
    double deadline;       /* of the command, as clock_seconds() */
    /* Signals that ask the command to end; blocked between jobs, so that the results can be
     * saved. */
    sigset_t signals;
};

/* Returns the trial program of this MPI; NULL: Tutti was built without it. To be freed. */
char *job_program(enum mpi_flavour flavour);

/* Tries the points on so many ranks, until one does not pass. `variables` ("NAME=value",
 * NULL-terminated) are for the ranks. `slow` is the number of seconds after which a single point is
 * too slow (0: not known). An error is one of the launcher, not of a point. */
int job_run(const struct job_options *options, int ranks, const struct point *points, size_t count,
            const char *const *variables, double slow, struct job_result *result,
            struct error *error);

#endif

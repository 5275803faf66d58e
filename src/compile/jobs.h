/* jobs.h: runs compilers, several at once, and leaves none behind.
 *
 * While they run, SIGINT, SIGTERM and SIGHUP sent to the command end them. The caller then removes
 * its temporary files and ends by the same signal (jobs_end_by()).
 */
#ifndef TUTTI_COMPILE_JOBS_H
#define TUTTI_COMPILE_JOBS_H

#include "base/error.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

struct job {
    char *const *words;
    const char *directory; /* directory where it runs; NULL: here */
    const char *output;    /* file for its output; NULL: the output of the command */
    int exit_code; /* exit code of the process; 128 + the signal that ended it, as in a shell */
    bool timed_out;
};

struct jobs_result {
    int interrupt; /* signal sent to the command, or 0 */
};

/* Runs all jobs, at most `at_once` at a time (0: one for each core), each for at most `seconds` (0:
 * no limit). A command that cannot be started is an error, and ends the others. */
int jobs_run(struct job *jobs, size_t count, size_t at_once, double seconds,
             struct jobs_result *result, struct error *error);

/* Makes signals that would end this process wait. jobs_run() sees them, and between runs
 * jobs_held() returns one of them, or 0. The caller passes `before` to sigprocmask() at the end. */
void jobs_hold(sigset_t *before);
int jobs_held(void);

/* Ends this process by the signal, so that a shell or make stops too. */
_Noreturn void jobs_end_by(int number);

#endif

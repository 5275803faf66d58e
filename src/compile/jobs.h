/* jobs.h: runs compilers, several at once, and leaves none behind.
 *
 * SIGINT, SIGTERM and SIGHUP that reach the command while they run end them; then the caller
 * removes its temporary files and ends as it would have without (jobs_end_by()).
 */
#ifndef TUTTI_COMPILE_JOBS_H
#define TUTTI_COMPILE_JOBS_H

#include "base/error.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

struct job {
    char *const *words;
    const char *directory; /* where it runs; NULL: here */
    const char *output;    /* file for what it prints; NULL: it prints where the command does */
    int exit_code;         /* of the process; 128 + the signal that ended it, as a shell says it */
    bool timed_out;
};

struct jobs_result {
    int interrupt; /* the signal that reached the command, or 0 */
};

/* Runs all, at most `at_once` at a time (0: as many as there are cores), each for at most `seconds`
 * (0: no limit). A command that cannot be started is an error, and ends the others. */
int jobs_run(struct job *jobs, size_t count, size_t at_once, double seconds,
             struct jobs_result *result, struct error *error);

/* Signals that would end this process wait from here on: jobs_run() sees them, and between runs
 * jobs_held() gives one of them, or 0. `before` is what the caller gives back to sigprocmask(). */
void jobs_hold(sigset_t *before);
int jobs_held(void);

/* Ends this process by the signal, so that a shell or make stops, too. */
_Noreturn void jobs_end_by(int number);

#endif

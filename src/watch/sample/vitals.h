/* vitals.h: what the kernel says of a process: is it there, does it run, does it read and write? */
#ifndef TUTTI_WATCH_SAMPLE_VITALS_H
#define TUTTI_WATCH_SAMPLE_VITALS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct descendant;

struct vitals {
    bool alive;       /* false also for one that has ended and was not waited for */
    bool stopped;     /* by a signal or a debugger */
    bool suspended;   /* by a signal: until somebody lets it go on */
    bool sleeping;    /* waits for the kernel */
    double processor; /* seconds that all its threads have run */
    double ran;       /* seconds that the thread in question has run, to the microsecond */
    uint64_t turns;   /* how often it was given a processor */
    int threads;
    uint64_t moved; /* bytes that it read and wrote; 0 where that cannot be seen */
};

/* `thread` of it: the one that calls MPI. A later process with its number is not taken for it.
 * False: it cannot be told now (no descriptor is left), and what was known before stays true. */
bool vitals_read(const struct descendant *process, pid_t thread, struct vitals *vitals);

#endif

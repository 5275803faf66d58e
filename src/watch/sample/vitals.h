/* vitals.h: what the kernel says about a process: whether it exists, runs, reads and writes. */
#ifndef TUTTI_WATCH_SAMPLE_VITALS_H
#define TUTTI_WATCH_SAMPLE_VITALS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct descendant;

struct vitals {
    bool alive;       /* false, too, for a zombie */
    bool stopped;     /* by a signal or a debugger */
    bool suspended;   /* by a signal, until it is continued */
    bool sleeping;    /* it waits in the kernel */
    double processor; /* seconds that all its threads have run */
    double ran;       /* seconds that the given thread has run, to the microsecond */
    uint64_t turns;   /* how often the given thread got a processor */
    int threads;
    uint64_t moved; /* bytes that it read and wrote; 0 where that cannot be seen */
};

/* Reads the vitals. `thread` is the thread of the process that calls MPI. A later process with the
 * same number counts as gone. Returns false if the kernel cannot be asked now (no descriptor is
 * left); then the earlier values still apply. */
bool vitals_read(const struct descendant *process, pid_t thread, struct vitals *vitals);

#endif

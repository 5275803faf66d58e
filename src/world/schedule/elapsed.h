/* elapsed.h: measures how long an execution has taken, for its time limit.
 *
 * On a busy machine a rank may wait longer for a processor than it runs. In a search that says
 * nothing about the program, so the time in which other programs kept the ranks from running does
 * not count. Time in which ranks kept each other from running does. */
#ifndef TUTTI_WORLD_SCHEDULE_ELAPSED_H
#define TUTTI_WORLD_SCHEDULE_ELAPSED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What the kernel has counted of a process, in nanoseconds. */
struct elapsed_times {
    uint64_t ran, waited; /* on a processor, and for one */
};

struct elapsed {
    struct elapsed_times *ranks; /* at the last look; `count` of them */
    size_t count;
    double looked;  /* clock_seconds() of the last look */
    double seconds; /* the result */
};

/* Returns the times of a process; zeros if the kernel does not tell. */
struct elapsed_times elapsed_of(int process);

/* Adds the time since the last look. `now` has the times of each rank at `clock`; `processors` is
 * the number of processors that ranks can use. */
void elapsed_add(struct elapsed *elapsed, const struct elapsed_times *now, double clock,
                 int processors);

#endif

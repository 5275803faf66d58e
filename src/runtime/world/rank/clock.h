/* clock.h: the time of a rank in the virtual world.
 *
 * The clock counts what the rank does, not seconds, so that the same execution reads the same times
 * again. An operation takes some microseconds. Reading the clock takes longer each time, up to a
 * limit, so that a program that waits for a time to come gets there soon, and one that reads it now
 * and then finds times that look like those of its messages. A poll that finds nothing while nobody
 * else can move is idle time: each in a row takes twice as long, up to a limit, so that a program
 * that gives up after a minute does so before it is taken for one that polls for ever. Clocks of
 * different ranks have nothing to do with each other (MPI_WTIME_IS_GLOBAL is false). */
#ifndef TUTTI_RUNTIME_WORLD_RANK_CLOCK_H
#define TUTTI_RUNTIME_WORLD_RANK_CLOCK_H

#include <stdbool.h>

/* A poll was answered. */
void clock_poll(bool found);

#endif

/* clock.h: the time of a rank in the virtual world.
 *
 * The clock counts operations of the rank, not seconds, so a replay reads the same times. An
 * operation takes 10 microseconds. Each reading of the clock takes longer than the one before, up
 * to 1 ms. So a program that waits for a time to come gets there soon, and one that reads the clock
 * now and then finds times of the order of its messages. A poll that finds nothing while no other
 * rank can move is idle time. Each such poll in a row takes twice as long, up to 1 s. So a program
 * that gives up after a minute does so before it counts as one that polls for ever. Clocks of
 * different ranks are unrelated (MPI_WTIME_IS_GLOBAL is false). */
#ifndef TUTTI_RUNTIME_WORLD_RANK_CLOCK_H
#define TUTTI_RUNTIME_WORLD_RANK_CLOCK_H

#include <stdbool.h>

/* Notes the answer of a poll. */
void clock_poll(bool found);

#endif

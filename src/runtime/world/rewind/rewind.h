/* rewind.h: returns a rank to the end of MPI_Init, without a new process.
 *
 * The rank saves its private memory (pages.h) and its registers there. At the end of an execution,
 * or when the execution is over while the rank waits, it restores the pages that were written since
 * and goes on from the saved place. It can be told to save itself again at a call that waits (a
 * snapshot); then it can return to that place.
 *
 * effects.h handles state that memory does not show. A rank that did something that cannot be
 * undone, or that has too much memory, is not rewound: it ends, and the template forks it anew. In
 * doubt a rank is lost. A rewind takes 10 to 100 microseconds, a fork more than a thousand. */
#ifndef TUTTI_RUNTIME_WORLD_REWIND_REWIND_H
#define TUTTI_RUNTIME_WORLD_REWIND_REWIND_H

#include <stdbool.h>
#include <stdint.h>

/* Saves this rank; returns once for each execution that the process takes part in. */
void rewind_save(void);

/* Returns the execution that this process is in, if it can be rewound; else 0. */
uint32_t rewind_execution(void);

/* Returns whether that execution is over. */
bool rewind_due(void);

/* Rests until the next execution, and begins it. */
_Noreturn void rewind_rest(void);

/* Ends the rank: tells the exit status and rests. Returns if the rank cannot be rewound. */
void rewind_end(int status);

/* Notes that other ranks write into this rank's memory: its own page faults do not show that. */
void rewind_expose(void);

/* Notes that the rank uses memory of the segment that is not restored: it takes no snapshots. */
void rewind_share(void);

/* Takes a snapshot of this rank, which waits; world_rank.save has the result. Returns true when the
 * rank has returned to the snapshot. */
bool rewind_mark(uint32_t level);

#endif

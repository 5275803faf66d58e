/* rewind.h: a rank goes back to where MPI_Init returned, without a new process.
 *
 * Its private memory (pages.h) and its registers are saved there. At the end of an execution, or
 * when that is over while the rank waits, it puts back the pages that were written since and goes
 * on from the saved place. It can be told to save itself again at a call that waits (a snapshot):
 * then it goes back to there.
 *
 * What memory does not show is in effects.h. A rank that did something that cannot be undone, or
 * that has too much memory, is not rewound: it ends, and the template forks it anew. When in doubt
 * it is lost. A rewind takes 10 to 100 microseconds, a fork more than a thousand. */
#ifndef TUTTI_RUNTIME_WORLD_REWIND_REWIND_H
#define TUTTI_RUNTIME_WORLD_REWIND_REWIND_H

#include <stdbool.h>
#include <stdint.h>

/* In a rank: returns once for each execution that this process takes part in. */
void rewind_save(void);

/* The execution that this process is in, if it can go back; else 0. */
uint32_t rewind_execution(void);

/* Whether the execution that it is in is over. */
bool rewind_due(void);

/* Rests until the next execution, and begins that. */
_Noreturn void rewind_rest(void);

/* The rank ends here: tells how, as waitpid() would, and rests. Returns if that is not possible. */
void rewind_end(int status);

/* Others write into the memory of this rank, of which its own page faults do not tell. */
void rewind_expose(void);

/* It uses memory of the segment that is not put back: there can be no snapshots. */
void rewind_share(void);

/* A snapshot of this rank, which waits; the answer is in world_rank.save. Returns true when
 * somebody has gone back to it. */
bool rewind_mark(uint32_t level);

#endif

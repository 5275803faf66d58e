/* sampler.h: looks at the stacks of processes that run already and know nothing of it, and writes
 * what it sees into a board, as a beacon would: the function of MPI that the main thread of each is
 * in.
 *
 * A process moves if it is seen in another function of MPI than before, or inside once and outside
 * once (slowdown.h). One that is in the same function at each look, or in none, may have moved
 * between them: after some looks it is counted how often the thread returns from the call that it
 * was last seen in (returns.h). Where the kernel does not permit that, and for ranks that poll, the
 * history of the job has to tell. Nothing can be proved.
 *
 * A look stops a thread for 20 to 60 microseconds. */
#ifndef TUTTI_WATCH_SAMPLE_SAMPLER_H
#define TUTTI_WATCH_SAMPLE_SAMPLER_H

#include "base/memory.h"
#include "launch/descendants.h"
#include "watch/sample/board.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#define SAMPLER_PAUSE 0.2 /* seconds between looks */

struct process_view;

struct sampled {
    pid_t pid;
    struct descendant process; /* the one that has this number at the beginning */
    int rank;
    struct process_view *view; /* NULL: it has ended */
    uint64_t site;             /* that the last call in which it was seen returns to */
    int still;                 /* looks at which it was where it had been */
    int returns;               /* descriptor of a counter (returns.h); -1: there is none */
};

struct sampler {
    struct arena arena;
    struct sampled *ranks;
    size_t count;
    int size;          /* of the job; ranks of other nodes are not here */
    uint64_t looks;    /* taken */
    double stopped_us; /* the longest stop */
    int refused;       /* why returns cannot be counted, as errno has it; 0: they can */
};

/* What launchers tell a process about how many ranks there are; 0: nothing. */
int sampler_size_of(pid_t pid);

/* Of each number the process itself if it uses MPI, otherwise all that stem from it and do. An
 * error if there is none, or if the kernel does not let us look. sampler_close() also after an
 * error. */
int sampler_open(struct sampler *sampler, const pid_t *pids, size_t count, struct error *error);
void sampler_close(struct sampler *sampler);

/* Numbers the ranks where launchers said nothing, and claims their places in the board. `size`: of
 * the job; 0: all its ranks are here. */
void sampler_start(struct sampler *sampler, int size, struct board *board);

/* Sends the signal to the ranks; not to others that have got the number of one that has ended. */
void sampler_signal(const struct sampler *sampler, int signal);

/* Looks at these ranks, or at all if `only` is NULL. Returns how many have not ended. */
size_t sampler_look(struct sampler *sampler, const uint32_t *only, size_t count,
                    struct board *board);

#endif

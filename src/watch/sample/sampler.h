/* sampler.h: looks at the stacks of processes that run already and do not cooperate, and writes the
 * results into a board, as a beacon would: the function of MPI that the main thread of each process
 * is in.
 *
 * A process moves if it is seen in another function of MPI than before, or once inside and once
 * outside (slowdown.h). A process that is in the same function at each look, or in none, may have
 * moved between looks: after some looks the sampler counts how often the thread returns from the
 * call that it was last seen in (returns.h). If the kernel does not permit that, and for ranks that
 * poll, the history of the job must decide. Nothing can be proved this way.
 *
 * A look stops a thread for 20 to 60 microseconds, or not at all (sample.h). If a part of the stack
 * is missing then, and no function of MPI is in the rest, nobody knows whether the process is in
 * MPI. It counts as outside, and as moving if it has run since the last look.
 */
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
    struct descendant process; /* the process that had this number at the beginning */
    int rank;
    struct process_view *view; /* NULL: it has ended */
    uint64_t site;             /* return address of the last call in which it was seen */
    int still;                 /* number of looks that found it at the same place */
    uint64_t turns;            /* if its last stack was not found (sampler.c), those at that time */
    int returns;               /* descriptor of a counter (returns.h); -1: there is none */
};

struct sampler {
    struct arena arena;
    struct sampled *ranks;
    size_t count;
    int size;          /* number of ranks of the job; those of other nodes are not in the list */
    uint64_t looks;    /* number of looks */
    double stopped_us; /* the longest stop */
    int refused;       /* the errno that says why returns cannot be counted; 0: they can */
};

/* Returns the number of ranks that the launcher told a process in its environment; 0: none. */
int sampler_size_of(pid_t pid);

/* For each number, takes the process itself if it uses MPI, otherwise all its descendants that do.
 * Fails if there is none, or if the kernel does not allow a look. The caller must call
 * sampler_close(), also after an error. */
int sampler_open(struct sampler *sampler, const pid_t *pids, size_t count, struct error *error);
void sampler_close(struct sampler *sampler);

/* Numbers the ranks that got no number from a launcher, and claims their places in the board.
 * `size` is the number of ranks of the job; 0: all its ranks are here. */
void sampler_start(struct sampler *sampler, int size, struct board *board);

/* Sends the signal to the ranks, but not to another process that has reused the number of a rank
 * that ended. */
void sampler_signal(const struct sampler *sampler, int signal);

/* Looks at these ranks, or at all if `only` is NULL. Returns how many have not ended. */
size_t sampler_look(struct sampler *sampler, const uint32_t *only, size_t count,
                    struct board *board);

#endif

/* callers.h: the threads of this rank that are inside MPI.
 *
 * One thread at a time works inside, so the rest of the guest need not know about threads. A thread
 * that waits for the scheduler lets the others in (rank.c). A rank that has created no thread takes
 * no lock here.
 *
 * The list of threads inside also serves two rules of MPI: with MPI_THREAD_SERIALIZED no two
 * threads may be inside, and no two may be in collectives of the same communicator (MPI 4.0,
 * section 11.6.2). */
#ifndef TUTTI_RUNTIME_WORLD_RANK_CALLERS_H
#define TUTTI_RUNTIME_WORLD_RANK_CALLERS_H

#include "runtime/world/rank/rank.h"

#include <stdbool.h>

struct vcomm; /* comm.h */

/* A thread that is inside; lies on its own stack. */
struct caller {
    bool counts;                   /* false: the process has one thread, and nothing is recorded */
    bool nested;                   /* a call within a call: the outermost one has the record */
    bool beside;                   /* it is in no MPI call: CALLER_BESIDE */
    const struct world_call *call; /* the outermost call: MPI may call functions that call MPI */
    const _Atomic uint32_t *word;  /* while it waits: the word that changes with the answer; else
                                      NULL */
    uint32_t before;               /* value of the word before the answer */
    int context;                   /* of the collective that it is in; 0: none */
    struct caller *next;
};

extern bool callers_alone; /* the process has one thread */

void callers_enter_locked(struct caller *self, const struct world_call *call);
void callers_enter_beside(struct caller *self, const struct world_call *at);
void callers_leave_locked(struct caller *self);

static inline void callers_enter(struct caller *self, const struct world_call *call)
{
    self->counts = !callers_alone;
    if (self->counts)
        callers_enter_locked(self, call);
}

static inline void callers_leave(struct caller *self)
{
    if (self->counts)
        callers_leave_locked(self);
}

/* The thread is inside from here to the end of the block. */
#define CALLER(at)                                                  \
    struct caller callers_ __attribute__((cleanup(callers_leave))); \
    callers_enter(&callers_, at)

/* Does the same for code that is not a call of MPI but uses its tables: MPI's rules for threads do
 * not apply to it. */
#define CALLER_BESIDE(at)                                           \
    struct caller callers_ __attribute__((cleanup(callers_leave))); \
    callers_enter_beside(&callers_, at)

/* callers_open() lets other threads in while the caller waits for the word to change; it returns
 * NULL if the process has one thread. callers_close() takes the turn back. */
struct caller *callers_open(const _Atomic uint32_t *word, uint32_t before);
void callers_close(struct caller *self);

/* Returns the thread that works now; NULL: the process has one. */
const struct caller *callers_current(void);
/* Returns a thread that waits inside besides the caller; NULL: none. Threads on their way out are
 * let out first. */
const struct caller *callers_waiter(void);

/* callers_pause() sleeps until another thread calls callers_resume(); the caller then checks again
 * whether its condition holds. Only for conditions that another thread is about to fulfil. */
void callers_pause(void);
void callers_resume(void);

/* Keeps all other threads out for good: the caller will sleep for ever. The first error is the one
 * to report, and the tables may be in the state of the middle of a call. */
void callers_stop(void);

/* The first two are called around the start of the program's MPI, to list the threads that it
 * creates: these never call MPI. The third writes the list to the rank's block. */
void callers_before_library(void);
void callers_after_library(void);
void callers_tell_helpers(void);

/* Notes that the calling thread is in a collective on the communicator, until
 * callers_end_collective(). Stops the rank if another thread is in one. */
void callers_collective(const struct world_call *at, const struct vcomm *comm);
void callers_end_collective(void);

#endif

/* callers.h: the threads of this rank that are inside MPI.
 *
 * One thread at a time works in there, so that nothing else of the guest need know of threads. One
 * that waits for the scheduler lets the others in (rank.c). A rank that has made no thread takes no
 * lock and leaves no trace here.
 *
 * Who is inside is also what MPI has rules about: with MPI_THREAD_SERIALIZED no two are, and no two
 * are in collectives of the same communicator (MPI 4.0, section 11.6.2). */
#ifndef TUTTI_RUNTIME_WORLD_RANK_CALLERS_H
#define TUTTI_RUNTIME_WORLD_RANK_CALLERS_H

#include "runtime/world/rank/rank.h"

#include <stdbool.h>

struct vcomm; /* comm.h */

/* A thread that is inside, on its own stack. */
struct caller {
    bool counts;                   /* false: the process has one thread, and nothing is kept */
    bool nested;                   /* a call within a call: the outermost has it all */
    bool beside;                   /* it is in no call: CALLER_BESIDE */
    const struct world_call *call; /* the outermost: MPI may call functions that call MPI */
    const _Atomic uint32_t *word;  /* while it waits: what changes when it is answered; else NULL */
    uint32_t before;               /* what it was */
    int context;                   /* of the collective that it is in; 0: it is in none */
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

/* From here to the end of the block the thread is inside. */
#define CALLER(at)                                                  \
    struct caller callers_ __attribute__((cleanup(callers_leave))); \
    callers_enter(&callers_, at)

/* The same for what is no call of MPI, and needs its tables: MPI's rules do not apply. */
#define CALLER_BESIDE(at)                                           \
    struct caller callers_ __attribute__((cleanup(callers_leave))); \
    callers_enter_beside(&callers_, at)

/* The caller waits until the word changes, and others may come in; NULL: there is nobody. Then it
 * goes on. */
struct caller *callers_open(const _Atomic uint32_t *word, uint32_t before);
void callers_close(struct caller *self);

/* The thread that works now; NULL: the process has one. */
const struct caller *callers_current(void);
/* A thread that waits inside besides the caller; NULL: none. Those that are on their way out are
 * let out before. */
const struct caller *callers_waiter(void);

/* Until another thread says that something has changed: then the caller looks again whether it is
 * what it waits for. Only for what another thread is about to do. */
void callers_pause(void);
void callers_resume(void);

/* The caller will sleep for ever, and nobody comes in any more: what is wrong is the first that is,
 * and the tables may be as they are in the middle of a call. */
void callers_stop(void);

/* Around the start of the program's MPI: the threads that it makes never call. Then the list of
 * them goes to the rank's block. */
void callers_before_library(void);
void callers_after_library(void);
void callers_tell_helpers(void);

/* The call is a collective on the communicator, and no other may be. Until
 * callers_end_collective(). */
void callers_collective(const struct world_call *at, const struct vcomm *comm);
void callers_end_collective(void);

#endif

/* nursery.h: the process that forks workers and outlives none of them.
 *
 * It is forked from the command before anything else happens: before the frontier grows, before the
 * journal is open and before an MPI library is loaded, whose processes must not fork. So workers
 * can be started at any time, cheaply, and have nothing of these. All that stems from workers stems
 * from it (it is a subreaper), and it ends all that when it is told to or when the command is gone.
 */
#ifndef TUTTI_SPREAD_NURSERY_H
#define TUTTI_SPREAD_NURSERY_H

#include "launch/descendants.h"
#include "spread/spread.h"

#include <sys/types.h>

struct nursery {
    pid_t pid;
    int control; /* readable: nursery_ended() has something */
    /* For the case that it is killed itself: what stems from it is the command's then. */
    struct descendants strangers; /* what stemmed from the command before */
    int subreaper;                /* as it was, put back at the end */
};

/* What a worker does, in its own process: worker.h. Ends by _exit(). */
typedef void nursery_body(int socket, int number, const struct spread_worker *worker,
                          void *context);

/* `launched`: the command is a process of a job, of which workers must know nothing (place.h). */
int nursery_open(nursery_body *body, const struct spread_worker *worker, void *context,
                 bool launched, struct nursery *nursery, struct error *error);

/* Starts a worker; `line` is the command's end of what connects them (not blocking). */
int nursery_start(struct nursery *nursery, int number, int *line, struct error *error);

/* Kills a worker, whose end nursery_ended() tells. */
void nursery_kill(struct nursery *nursery, int number);

/* 1: a worker ended, with that status of waitpid(); 0: none (any more); -1: the nursery is gone. */
int nursery_ended(struct nursery *nursery, int *number, int *status, struct error *error);

/* Waits so long for workers to end, kills all that is left, and returns when that is gone. */
void nursery_close(struct nursery *nursery, double patience);

#endif

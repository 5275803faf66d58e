/* nursery.h: the process that forks workers, and outlives none of them.
 *
 * It is forked from the command before anything else happens: before the frontier grows, before the
 * journal is open, and before an MPI library is loaded, whose processes must not fork. So workers
 * can be started at any time, cheaply, and inherit nothing of these. It is a subreaper: all
 * processes that workers start descend from it. It ends all of them when it is told to, or when the
 * command is gone. */
#ifndef TUTTI_SPREAD_NURSERY_H
#define TUTTI_SPREAD_NURSERY_H

#include "launch/descendants.h"
#include "spread/spread.h"

#include <sys/types.h>

struct nursery {
    pid_t pid;
    int control; /* readable: nursery_ended() has something to return */
    /* If the nursery itself is killed, its descendants become those of the command. */
    struct descendants strangers; /* earlier descendants of the command, which are spared */
    int subreaper;                /* earlier setting, which is restored at the end */
};

/* The work of a worker, in its own process: see worker.h. Ends by _exit(). */
typedef void nursery_body(int socket, int number, const struct spread_worker *worker,
                          void *context);

/* `launched`: the command is a process of a job that workers must not see (place.h). */
int nursery_open(nursery_body *body, const struct spread_worker *worker, void *context,
                 bool launched, struct nursery *nursery, struct error *error);

/* Starts a worker; `line` gets the command's end of their connection, which does not block. */
int nursery_start(struct nursery *nursery, int number, int *line, struct error *error);

/* Kills a worker; nursery_ended() then reports its end. */
void nursery_kill(struct nursery *nursery, int number);

/* Returns 1 if a worker has ended, with its status of waitpid(); 0 if no other has; -1 if the
 * nursery is gone. */
int nursery_ended(struct nursery *nursery, int *number, int *status, struct error *error);

/* Waits up to `patience` seconds for workers to end, kills all that are left, and returns when they
 * are gone. */
void nursery_close(struct nursery *nursery, double patience);

#endif

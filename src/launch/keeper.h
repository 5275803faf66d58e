/* keeper.h: the process between the command and what it runs.
 *
 * The command looks after what it runs, but nobody can when it is killed itself (SIGKILL, out of
 * memory): the kernel would tell the child alone, mpiexec of MPICH passes SIGTERM on and no more,
 * and ranks that ignore it would run for ever. The keeper is told (PR_SET_PDEATHSIG), asks its
 * descendants to end, waits, kills them all, removes the folders that the command would have
 * removed, and ends. Else it does nothing but pass on how its child ended.
 */
#ifndef TUTTI_LAUNCH_KEEPER_H
#define TUTTI_LAUNCH_KEEPER_H

#include <stdbool.h>
#include <sys/types.h>

/* To be called in a fresh child of `command`, with all signals blocked, before it forks: from here
 * on the end of the command is noticed. */
void keeper_prepare(pid_t command);

struct keeper {
    pid_t child, command;
    double grace;               /* seconds */
    bool outlives;              /* the end of the command is nothing to it */
    const char *const *folders; /* removed when the command was killed, up to a NULL; NULL: none */
};

/* Watches over the child, and over all that stems from it, until it ends. */
_Noreturn void keeper_watch(const struct keeper *keeper);

#endif

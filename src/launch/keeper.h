/* keeper.h: the process between the command and what it runs.
 *
 * The command looks after what it runs, but nobody can when it is killed itself (SIGKILL, out of
 * memory): the kernel would tell the child alone, mpiexec of MPICH passes SIGTERM on and no more,
 * and ranks that ignore it would run for ever. The keeper is told (PR_SET_PDEATHSIG), asks its
 * descendants to end, waits, kills them all and ends. Else it does nothing but pass on how its
 * child ended.
 */
#ifndef TUTTI_LAUNCH_KEEPER_H
#define TUTTI_LAUNCH_KEEPER_H

#include <stdbool.h>
#include <sys/types.h>

/* To be called in a fresh child of `command`, with all signals blocked, before it forks: from here
 * on the end of the command is noticed. */
void keeper_prepare(pid_t command);

/* Watches over `child`, and over all that stems from it, until it ends. `grace` is in seconds. With
 * `outlives` the end of the command is nothing to it. */
_Noreturn void keeper_watch(pid_t child, pid_t command, double grace, bool outlives);

#endif

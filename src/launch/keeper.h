/* keeper.h: the process between the command and its child.
 *
 * The command cleans up after its child, but not if it is killed itself (SIGKILL, out of memory).
 * The kernel would then signal only the child; MPICH's mpiexec forwards SIGTERM and does no more,
 * so ranks that ignore SIGTERM would run for ever. Instead the kernel signals the keeper
 * (PR_SET_PDEATHSIG): the keeper asks its descendants to end, waits, kills them all, removes the
 * folders that the command would have removed, and ends. Otherwise it only passes on how its child
 * ended. For a child that may outlive the command, it does no more than that.
 *
 * It is called "tutti-keeper", so that `killall tutti` does not hit it.
 */
#ifndef TUTTI_LAUNCH_KEEPER_H
#define TUTTI_LAUNCH_KEEPER_H

#include <stdbool.h>
#include <sys/types.h>

/* Must be called in a fresh child of `command`, with all signals blocked, before it forks: from
 * then on the end of the command is noticed. */
void keeper_prepare(pid_t command);

struct keeper {
    pid_t child, command;
    double grace;  /* seconds */
    bool outlives; /* the child may outlive the command: the keeper does nothing when the command
                      ends */
    const char *const *folders; /* to remove if the command was killed, up to a NULL; NULL: none */
};

/* Watches over the child and all its descendants until the child ends. */
_Noreturn void keeper_watch(const struct keeper *keeper);

#endif

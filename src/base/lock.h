/* lock.h: lets only one command at a time work in a folder.
 *
 * A command locks the file ".tutti-lock" in the folder (flock) while it works there, and removes it
 * when it ends. The kernel frees the lock of a process that is killed.
 *
 * Some file systems have no locks (NFS without lockd, some parallel ones). There the file
 * ".tutti-owner", which only one process can create, serves as the lock and names its process. It
 * outlives a process that is killed: the next command on the same machine sees that the owner is
 * gone and takes over the lock. Nobody can tell whether an owner on another machine is gone; then
 * the user decides. lock_take() always checks both files, because two machines may see one folder
 * differently.
 */
#ifndef TUTTI_BASE_LOCK_H
#define TUTTI_BASE_LOCK_H

#include "base/error.h"

struct lock;

/* Takes the lock; `what` names the work that it is for: "search". Fails with ERROR_USAGE if another
 * command holds it. */
int lock_take(const char *directory, const char *what, struct lock **lock, struct error *error);

/* Returns a sentence for the user if a file serves as the lock, else NULL. */
const char *lock_note(const struct lock *lock);

void lock_release(struct lock *lock); /* NULL: does nothing */

#endif

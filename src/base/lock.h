/* lock.h: one command at a time works in a folder.
 *
 * The file ".tutti-lock" in the folder is locked (flock) while a command works there, and removed
 * when it ends. The kernel frees the lock of a process that is killed.
 *
 * Some file systems know no locks (NFS without lockd, some parallel ones). There the file
 * ".tutti-owner", which only one process can make, stands for the lock and names its process. It
 * outlives a process that is killed: the next command on the same machine sees that its owner is
 * gone and takes its place. Of an owner on another machine nobody can tell, and the user decides.
 * lock_take() always looks at both, because two machines may see one folder differently.
 */
#ifndef TUTTI_BASE_LOCK_H
#define TUTTI_BASE_LOCK_H

#include "base/error.h"

struct lock;

/* `what` is at work where the lock is taken: "search". ERROR_USAGE where another command has it. */
int lock_take(const char *directory, const char *what, struct lock **lock, struct error *error);

/* A sentence where a file stands for the lock; else NULL. */
const char *lock_note(const struct lock *lock);

void lock_release(struct lock *lock); /* NULL: nothing */

#endif

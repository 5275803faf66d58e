/* remnants.h: removes files that killed processes have left in shared memory.
 *
 * LLVM's OpenMP has such a file for each process, and removes it only at the end of the process. */
#ifndef TUTTI_RUNTIME_REMNANTS_H
#define TUTTI_RUNTIME_REMNANTS_H

#include <stdio.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

/* Removes the file if a signal ended the process; `status` is that of waitpid(). */
static inline void remnants_remove(pid_t process, int status)
{
    char path[64];
    if (!WIFSIGNALED(status))
        return;
    snprintf(path, sizeof path, "/dev/shm/__KMP_REGISTERED_LIB_%d_%d", (int)process, (int)getuid());
    unlink(path);
}

#endif

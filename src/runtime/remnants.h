/* remnants.h: what processes leave in shared memory when they are killed.
 *
 * LLVM's OpenMP has a file for each process, which it removes at its end. */
#ifndef TUTTI_RUNTIME_REMNANTS_H
#define TUTTI_RUNTIME_REMNANTS_H

#include <stdio.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

/* Removes them; `status` is how the process ended. */
static inline void remnants_remove(pid_t process, int status)
{
    char path[64];
    if (!WIFSIGNALED(status))
        return;
    snprintf(path, sizeof path, "/dev/shm/__KMP_REGISTERED_LIB_%d_%d", (int)process, (int)getuid());
    unlink(path);
}

#endif

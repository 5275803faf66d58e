#include "runtime/world/rank/debug.h"

#include "runtime/world/rank/rank.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

/* Returns the process that traces this one; 0: none. */
static long tracer_of_process(void)
{
    char status[4096];
    static const char field[] = "TracerPid:";
    int descriptor = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return 0;
    ssize_t length = read(descriptor, status, sizeof status - 1);
    close(descriptor);
    status[length > 0 ? length : 0] = '\0';
    const char *found = strstr(status, field);
    return found ? strtol(found + sizeof field - 1, NULL, 10) : 0;
}

void debug_wait(const void *site)
{
    enum { LOOK_MICROSECONDS = 10000 };
    /* Yama allows only ancestors to trace, and the debugger is none. */
    prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY);
    /* A debugger passes Ctrl-C on to the process group, which must not be that of the command. */
    setpgid(0, 0);
    world->debug_site = world_site_address((uintptr_t)site);
    atomic_store(&world->debug, DEBUG_WAITS);
    rank_ring();
    while (tracer_of_process() == 0)
        usleep(LOOK_MICROSECONDS);
    atomic_store(&world->debug, DEBUG_ATTACHED);
}

/* idle.c: lets other ranks run while this one waits inside MPICH.
 *
 * MPICH (ch4 over UCX) spins and never yields its core. If there are more ranks than cores, each
 * message waits for the end of a time slice: 100 barriers of 8 ranks take 4 s on 2 cores, and 0.1 s
 * with this file. It replaces the function of UCX that MPICH polls: the dynamic linker finds this
 * definition in the program first. Open MPI yields by itself, and does not call the function.
 *
 * A core that was given away may come back late, so a rank first polls for messages that come soon.
 */
#include <dlfcn.h>
#include <sched.h>

enum { IDLE_POLLS = 64 }; /* polls without an event before the rank yields its core */

unsigned ucp_worker_progress(void *worker);

unsigned ucp_worker_progress(void *worker)
{
    static unsigned (*real)(void *);
    static unsigned idle;
    if (!real)
        *(void **)&real = dlsym(RTLD_NEXT, "ucp_worker_progress");
    unsigned events = real(worker);
    idle = events == 0 ? idle + 1 : 0;
    if (idle >= IDLE_POLLS)
        sched_yield();
    return events;
}

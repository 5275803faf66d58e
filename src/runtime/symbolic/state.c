#include "runtime/symbolic/state.h"

#include "runtime/symbolic/memory.h"

#include <errno.h>
#include <sched.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <unistd.h>

int tutti_symbolic;
_Thread_local uint32_t tutti_symbolic_arguments[SYMBOLIC_ARGUMENTS];
_Thread_local uint32_t tutti_symbolic_result;
_Thread_local void *tutti_symbolic_callee;
_Thread_local const unsigned char *tutti_symbolic_kinds;

struct state state;

/* Points to a page that the kernel clears in a forked process. */
static volatile char *alive;
static atomic_flag taken = ATOMIC_FLAG_INIT;
static _Thread_local volatile int inside;
static _Thread_local int errno_before;

bool state_open(void)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *memory = memory_map(page);
    if (!memory || madvise(memory, page, MADV_WIPEONFORK) != 0)
        return false;
    *memory = 1;
    alive = memory;
    return true;
}

bool state_enter(void)
{
    if (!alive || !*alive || inside)
        return false;
    inside = 1;
    errno_before = errno;
    while (atomic_flag_test_and_set_explicit(&taken, memory_order_acquire))
        sched_yield();
    return true;
}

void state_leave(void)
{
    atomic_flag_clear_explicit(&taken, memory_order_release);
    errno = errno_before;
    inside = 0;
}

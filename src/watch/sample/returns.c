#include "watch/sample/returns.h"

#include <linux/hw_breakpoint.h>
#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

int returns_open(pid_t thread, uint64_t address)
{
    struct perf_event_attr event = {.type = PERF_TYPE_BREAKPOINT,
                                    .size = sizeof event,
                                    .bp_type = HW_BREAKPOINT_X,
                                    .bp_addr = address,
                                    .bp_len = sizeof(long),
                                    .exclude_kernel = 1,
                                    .exclude_hv = 1};
    return (int)syscall(SYS_perf_event_open, &event, thread, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

uint64_t returns_count(int descriptor)
{
    uint64_t count = 0;
    return read(descriptor, &count, sizeof count) == sizeof count ? count : 0;
}

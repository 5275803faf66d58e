#include "world/process/limits.h"

#include "base/memory.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { STATUS_MAX = 4096 };

double limits_processor(int process)
{
    clockid_t clock;
    struct timespec time;
    if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &time) != 0)
        return 0;
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* Returns a field of /proc/PID/status, which is in kB, in bytes. */
static size_t limits_field(const char *status, const char *name)
{
    const char *found = strstr(status, name);
    return found ? strtoul(found + strlen(name), NULL, 10) << 10 : 0;
}

static size_t memory_of(int process)
{
    char path[64], status[STATUS_MAX];
    snprintf(path, sizeof path, "/proc/%d/status", process);
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return 0;
    ssize_t length = read(descriptor, status, sizeof status - 1);
    close(descriptor);
    status[length > 0 ? length : 0] = '\0';
    return limits_field(status, "\nRssAnon:") + limits_field(status, "\nRssShmem:");
}

struct reached limits_look(const struct world_start *start, uint32_t ranks,
                           struct processes *processes)
{
    if (!start || (start->processor_seconds <= 0 && start->memory_bytes == 0))
        return (struct reached){LIMIT_NONE, -1};
    for (uint32_t rank = 0; rank < ranks; rank++) {
        pid_t process = processes_rank(processes, (int)rank);
        if (process <= 0)
            continue;
        if (start->memory_bytes > 0 && memory_of(process) > start->memory_bytes)
            return (struct reached){LIMIT_MEMORY, (int)rank};
        if (start->processor_seconds > 0 && limits_processor(process) > start->processor_seconds)
            return (struct reached){LIMIT_PROCESSOR, (int)rank};
    }
    return (struct reached){LIMIT_NONE, -1};
}

struct reached limits_ended(const struct world_start *start, const struct world_segment *segment,
                            uint32_t ranks)
{
    for (uint32_t rank = 0; start && start->file_bytes > 0 && rank < ranks; rank++) {
        int status = segment->rank[rank].status;
        if (segment->rank[rank].ended && WIFSIGNALED(status) && WTERMSIG(status) == SIGXFSZ)
            return (struct reached){LIMIT_FILE, (int)rank};
    }
    return (struct reached){LIMIT_NONE, -1};
}

static const char *say_bytes(size_t bytes, struct arena *arena)
{
    if (bytes % (1 << 20) == 0)
        return arena_printf(arena, "%zu MiB", bytes >> 20);
    return arena_printf(arena, "%zu bytes", bytes);
}

const char *limits_say(const struct reached *reached, const struct world_start *start,
                       struct arena *arena)
{
    switch (reached->limit) {
    case LIMIT_MEMORY:
        return arena_printf(arena, "rank %d took more than %s of memory", reached->rank,
                            say_bytes(start->memory_bytes, arena));
    case LIMIT_FILE:
        return arena_printf(arena, "rank %d wrote more than %s into a file", reached->rank,
                            say_bytes(start->file_bytes, arena));
    case LIMIT_PROCESSOR:
        return arena_printf(arena, "rank %d computed for more than %g s", reached->rank,
                            start->processor_seconds);
    default:
        return "";
    }
}

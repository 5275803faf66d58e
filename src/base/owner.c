#include "base/owner.h"

#include "runtime/hash.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

enum { STAT_MAX = 1024, START_FIELD = 22, COMMAND_FIELD = 2 };

/* Returns a hash of the boot of the machine and of the namespace of process numbers. */
static uint32_t owner_place(void)
{
    char bytes[128];
    uint32_t sum = HASH_SUM_START;
    int file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
    ssize_t got = file >= 0 ? read(file, bytes, sizeof bytes) : 0;
    if (file >= 0)
        close(file);
    sum = hash_sum(sum, bytes, got > 0 ? (size_t)got : 0);
    got = readlink("/proc/self/ns/pid", bytes, sizeof bytes);
    return hash_sum(sum, bytes, got > 0 ? (size_t)got : 0);
}

/* Returns the start time of the process, in clock ticks since the boot; 0: there is none. */
static unsigned long long owner_start(long pid)
{
    char path[64], line[STAT_MAX];
    unsigned long long start = 0;
    snprintf(path, sizeof path, "/proc/%ld/stat", pid);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got = file >= 0 ? read(file, line, sizeof line - 1) : 0;
    if (file >= 0)
        close(file);
    line[got > 0 ? got : 0] = '\0';
    /* The name of the command is in parentheses and may contain any character. */
    const char *at = strrchr(line, ')');
    for (int field = COMMAND_FIELD; at && field < START_FIELD; field++) {
        at = strchr(at, ' ');
        at = at ? at + 1 : NULL;
    }
    if (at && sscanf(at, "%llu", &start) != 1) /* NOLINT: the kernel writes this number */
        start = 0;
    return start;
}

void owner_name(char name[OWNER_NAME_MAX])
{
    long pid = (long)getpid();
    snprintf(name, OWNER_NAME_MAX, "%08x-%ld-%llu", owner_place(), pid, owner_start(pid));
}

enum owner_state owner_state(const char *name)
{
    unsigned place;
    long pid;
    unsigned long long start;
    if (sscanf(name, "%8x-%ld-%llu", &place, &pid, &start) != 3 || /* NOLINT: checked below */
        place != owner_place() || pid <= 0 || start == 0)
        return OWNER_ELSEWHERE;
    if (kill((pid_t)pid, 0) != 0 && errno == ESRCH)
        return OWNER_GONE;
    unsigned long long now = owner_start(pid);
    return now == 0 || now == start ? OWNER_LIVES : OWNER_GONE;
}

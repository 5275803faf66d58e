/* faulty.c: preloaded into a command, plays a kernel or a disk that fails. The programs that the
 * command starts do not have it.
 *
 *   FAULT=KIND:K   the write number K, from 0 on, to a file named journal or journal.new
 *     cut, die     arrives in part; with die the command is killed there, as by a power failure
 *     flip         arrives with one bit changed
 *     drop, twice  does not arrive; arrives twice
 *     full         fails: no space left
 *   NO_LOCKS=1     flock() is unknown to the file system
 *   CRAWL=1        a rename takes a while, so that another command comes before it
 */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static char kind[16];
static int left = -1, no_locks;

__attribute__((constructor)) static void begin(void)
{
    const char *fault = getenv("FAULT"), *at = fault ? strchr(fault, ':') : NULL;
    no_locks = getenv("NO_LOCKS") != NULL;
    if (at) {
        snprintf(kind, sizeof kind, "%.*s", (int)(at - fault), fault);
        left = atoi(at + 1);
    }
    unsetenv("LD_PRELOAD");
}

int flock(int descriptor, int operation)
{
    if (!no_locks)
        return (int)syscall(SYS_flock, descriptor, operation);
    errno = ENOLCK;
    return -1;
}

int rename(const char *from, const char *to)
{
    if (getenv("CRAWL"))
        usleep(30000);
    return (int)syscall(SYS_rename, from, to);
}

static int is_journal(int descriptor)
{
    char name[64], path[4096];
    snprintf(name, sizeof name, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(name, path, sizeof path - 1);
    path[length > 0 ? length : 0] = '\0';
    const char *last = strrchr(path, '/');
    return last && (strcmp(last, "/journal") == 0 || strcmp(last, "/journal.new") == 0);
}

ssize_t write(int descriptor, const void *bytes, size_t length)
{
    if (left < 0 || length == 0 || !is_journal(descriptor) || left-- > 0)
        return syscall(SYS_write, descriptor, bytes, length);
    if (strcmp(kind, "full") == 0) {
        errno = ENOSPC;
        return -1;
    }
    char *changed = malloc(length);
    memcpy(changed, bytes, length);
    if (strcmp(kind, "flip") == 0)
        changed[length / 2] ^= 4;
    size_t some = strcmp(kind, "drop") == 0      ? 0
                  : *kind == 'c' || *kind == 'd' ? length / 2
                                                 : length;
    if (some > 0)
        (void)!syscall(SYS_write, descriptor, changed, some);
    if (strcmp(kind, "twice") == 0)
        (void)!syscall(SYS_write, descriptor, changed, some);
    if (strcmp(kind, "die") == 0)
        raise(SIGKILL);
    free(changed);
    return (ssize_t)length;
}

#include "launch/descendants.h"

#include "base/clock.h"
#include "base/memory.h"
#include "runtime/remnants.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { KILL_PAUSE_NANOSECONDS = 2 * 1000 * 1000 };

/* Reads the fields behind the name, as proc(5) numbers them. */
static bool parse_fields(char *fields, struct descendant *process)
{
    enum { STATE = 3, PARENT = 4, GROUP = 5, BIRTH = 22 };
    char *rest = NULL;
    int number = STATE;
    for (char *field = strtok_r(fields, " ", &rest); field; field = strtok_r(NULL, " ", &rest)) {
        if (number == STATE)
            process->state = *field;
        else if (number == PARENT)
            process->parent = (pid_t)strtol(field, NULL, 10);
        else if (number == GROUP)
            process->group = (pid_t)strtol(field, NULL, 10);
        else if (number == BIRTH)
            process->birth = strtoull(field, NULL, 10);
        if (number++ == BIRTH)
            return true;
    }
    return false;
}

bool descendant_read(pid_t pid, struct descendant *process)
{
    char path[32], line[1024];
    snprintf(path, sizeof path, "/proc/%ld/stat", (long)pid);
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return false;
    ssize_t length = read(descriptor, line, sizeof line - 1);
    close(descriptor);
    if (length <= 0)
        return false;
    line[length] = '\0';
    /* The name of the program is in parentheses and may hold any character. */
    char *rest = strrchr(line, ')');
    *process = (struct descendant){.pid = pid};
    return rest && parse_fields(rest + 1, process);
}

static int descendants_compare(const void *left, const void *right)
{
    pid_t one = ((const struct descendant *)left)->pid;
    pid_t other = ((const struct descendant *)right)->pid;
    return (one > other) - (one < other);
}

static struct descendants all_processes(void)
{
    struct descendants all = {0};
    size_t space = 0;
    DIR *directory = opendir("/proc");
    if (!directory)
        return all;
    for (struct dirent *entry; (entry = readdir(directory));) {
        struct descendant process;
        if (!isdigit((unsigned char)entry->d_name[0]) ||
            !descendant_read((pid_t)strtol(entry->d_name, NULL, 10), &process))
            continue;
        if (all.count == space)
            all.items =
                memory_resize(all.items, (space = space ? space * 2 : 64) * sizeof *all.items);
        all.items[all.count++] = process;
    }
    closedir(directory);
    if (all.count > 0)
        qsort(all.items, all.count, sizeof *all.items, descendants_compare);
    return all;
}

static const struct descendant *descendants_lookup(const struct descendants *in, pid_t pid)
{
    struct descendant key = {.pid = pid};
    return in->count ? bsearch(&key, in->items, in->count, sizeof *in->items, descendants_compare)
                     : NULL;
}

static bool stems_from(const struct descendants *all, const struct descendant *process, pid_t root)
{
    /* The list is no snapshot: a number that was reused meanwhile could close a cycle. */
    for (size_t steps = 0; process && steps <= all->count; steps++) {
        if (process->parent == root)
            return true;
        process = descendants_lookup(all, process->parent);
    }
    return false;
}

struct descendants descendants_of(pid_t root, const struct descendants *except)
{
    struct descendants all = all_processes(), found = {0};
    found.items = memory_zero(all.count, sizeof *found.items);
    for (size_t i = 0; i < all.count; i++) {
        const struct descendant *known =
            except ? descendants_lookup(except, all.items[i].pid) : NULL;
        if (known && known->birth == all.items[i].birth)
            continue;
        if (stems_from(&all, &all.items[i], root))
            found.items[found.count++] = all.items[i];
    }
    free(all.items);
    return found;
}

struct descendants descendants_find(const struct descendants *except)
{
    return descendants_of(getpid(), except);
}

void descendants_free(struct descendants *descendants)
{
    free(descendants->items);
    *descendants = (struct descendants){0};
}

bool descendant_find(pid_t pid, pid_t root, struct descendant *process)
{
    enum { GENERATIONS_MAX = 64 };
    struct descendant ancestor;
    if (pid <= 1 || !descendant_read(pid, process))
        return false;
    ancestor = *process;
    for (int i = 0; i < GENERATIONS_MAX && ancestor.parent > 1; i++) {
        if (ancestor.parent == root)
            return true;
        if (!descendant_read(ancestor.parent, &ancestor))
            return false;
    }
    return false;
}

bool descendant_is_another(const struct descendant *process)
{
    struct descendant now;
    return process->birth != 0 && descendant_read(process->pid, &now) &&
           now.birth != process->birth;
}

/* The number may belong to another process by now. A pidfd keeps referring to the process that is
 * checked. Linux before 5.3 has none. */
void descendant_signal(const struct descendant *process, int signal)
{
    struct descendant now;
    int descriptor = (int)syscall(SYS_pidfd_open, process->pid, 0);
    int why = errno;
    bool same = descendant_read(process->pid, &now) && now.birth == process->birth;
    if (descriptor >= 0) {
        if (same)
            syscall(SYS_pidfd_send_signal, descriptor, signal, NULL, 0);
        close(descriptor);
    } else if (same && why != ESRCH) {
        kill(process->pid, signal);
    }
}

size_t descendants_signal(const struct descendants *except, pid_t group, int signal)
{
    struct descendants found = descendants_find(except);
    size_t count = 0;
    for (size_t i = 0; i < found.count; i++)
        if (group == 0 || found.items[i].group == group) {
            descendant_signal(&found.items[i], signal);
            count++;
        }
    descendants_free(&found);
    return count;
}

bool descendants_kill(const struct descendants *except, double seconds)
{
    double deadline = clock_seconds() + seconds;
    pid_t self = getpid();
    int status;
    for (;;) {
        struct descendants found = descendants_find(except);
        bool none = found.count == 0;
        for (size_t i = 0; i < found.count; i++) {
            descendant_signal(&found.items[i], SIGKILL);
            if (found.items[i].parent == self &&
                waitpid(found.items[i].pid, &status, WNOHANG) == found.items[i].pid)
                remnants_remove(found.items[i].pid, status);
        }
        descendants_free(&found);
        if (none || clock_seconds() > deadline)
            return none;
        struct timespec pause = {.tv_nsec = KILL_PAUSE_NANOSECONDS};
        nanosleep(&pause, NULL);
    }
}

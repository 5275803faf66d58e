#include "runtime/guard/report.h"

#include "runtime/guard/limits.h"
#include "runtime/quota.h"

#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { EVENT_CAP = 256, STACK_CAP = 32, WHAT_CAP = 400 };

struct event {
    enum guard_function function;
    char class;
    enum guard_action action;
    uint64_t times;
    int depth;
    void *stack[STACK_CAP];
    char what[WHAT_CAP];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct event *events[EVENT_CAP];
static int event_count;
static uint64_t triggers, repairs, cost, calls;
static int own_rank = -1, all_ranks;
static pid_t owner; /* a forked child must not write its parent's report */
static bool ended;
static char path[sizeof settings.directory + 300];

uint64_t report_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000U + (uint64_t)now.tv_nsec;
}

void report_start(int rank, int size)
{
    char host[256] = "";
    gethostname(host, sizeof host - 1);
    owner = getpid();
    snprintf(path, sizeof path, "%s/%s.%ld" GUARD_REPORT_SUFFIX, settings.directory, host,
             (long)owner);
    own_rank = rank;
    all_ranks = size;
}

static void write_maps(void)
{
    char name[sizeof path + sizeof GUARD_MAPS_SUFFIX], buffer[65536];
    snprintf(name, sizeof name, "%s" GUARD_MAPS_SUFFIX, path);
    int in = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    int out = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    for (ssize_t length; in >= 0 && out >= 0 && (length = read(in, buffer, sizeof buffer)) > 0;)
        if (write(out, buffer, (size_t)length) != length)
            break;
    if (out >= 0)
        close(out);
    if (in >= 0)
        close(in);
}

static void write_event(FILE *out, const struct event *event)
{
    fprintf(out, "event\t%c\t%d\t%s\t%llu\t%s\t", event->class, (int)event->action,
            function_names[event->function], (unsigned long long)event->times, event->what);
    for (int i = 0; i < event->depth; i++)
        fprintf(out, "%s%llx", i ? "," : "", (unsigned long long)(uintptr_t)event->stack[i]);
    fputc('\n', out);
}

/* Writes to another name first: the command may read at any time, and the program may crash. */
static void write_report(void)
{
    char name[sizeof path + 4];
    snprintf(name, sizeof name, "%s.new", path);
    FILE *out = path[0] && getpid() == owner ? fopen(name, "we") : NULL;
    if (!out)
        return;
    fprintf(out, "process\t%d\t%d\t%d\t%s\n", own_rank, all_ranks, settings.matched,
            settings.version);
    for (int i = 0; i < event_count; i++)
        write_event(out, events[i]);
    fprintf(out, "total\t%llu\t%llu\t%llu\t%llu\t%d\n", (unsigned long long)calls,
            (unsigned long long)triggers, (unsigned long long)repairs, (unsigned long long)cost,
            ended);
    bool failed = ferror(out) != 0;
    failed |= fclose(out) != 0;
    if (failed || rename(name, path) != 0)
        unlink(name);
}

/* Returns the event of the same kind and place; NULL: none yet. */
static struct event *find_event(const struct event *wanted)
{
    for (int i = 0; i < event_count; i++) {
        struct event *event = events[i];
        if (event->function == wanted->function && event->action == wanted->action &&
            event->class == wanted->class && event->depth == wanted->depth &&
            memcmp(event->stack, wanted->stack, (size_t)event->depth * sizeof *event->stack) == 0)
            return event;
    }
    return NULL;
}

void report_event(enum guard_function function, char class, enum guard_action action,
                  uint64_t nanoseconds, const char *what)
{
    int saved = errno;
    bool first = false;
    struct quota quota;
    struct event event = {.function = function, .class = class, .action = action, .times = 1};
    event.depth = backtrace(event.stack, STACK_CAP);
    snprintf(event.what, sizeof event.what, "%s", what);
    quota_begin(&quota);
    pthread_mutex_lock(&lock);
    triggers++;
    repairs += action < GUARD_DOUBTED;
    cost += nanoseconds;
    struct event *known = find_event(&event);
    if (known) {
        known->times++;
    } else if (event_count < EVENT_CAP && (known = malloc(sizeof *known))) {
        *known = event;
        events[event_count++] = known;
        first = event_count == 1;
        write_report();
    }
    pthread_mutex_unlock(&lock);
    if (first)
        write_maps();
    quota_end(&quota);
    errno = saved;
}

void report_end(uint64_t seen)
{
    int saved = errno;
    struct quota quota;
    quota_begin(&quota);
    pthread_mutex_lock(&lock);
    calls = seen;
    ended = true;
    write_report();
    pthread_mutex_unlock(&lock);
    quota_end(&quota);
    errno = saved;
}

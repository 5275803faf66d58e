/* threads.c: finds out whether threads that are in no MPI call can still act.
 *
 * A thread cannot act while it sleeps in a futex without a time limit (a mutex, a condition, a
 * barrier of OpenMP, pthread_join): only another thread of its rank could wake it. Two looks at
 * each thread prove that all of them slept at the same moment. If both looks find the thread asleep
 * and with the same number of context switches, it slept in between; and the first look at the last
 * thread comes before the second look at the first one. If the kernel does not show this, nothing
 * is proven. */
#include "world/schedule/threads.h"

#include "world/process/processes.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { THREADS_MAX = 4096, TEXT = 4096 };

struct look {
    int thread;
    uint64_t switches;
};

static bool threads_read_file(int folder, int thread, const char *name, char text[TEXT])
{
    char path[64];
    snprintf(path, sizeof path, "%d/%s", thread, name);
    int file = openat(folder, path, O_RDONLY | O_CLOEXEC);
    ssize_t length = file < 0 ? -1 : read(file, text, TEXT - 1);
    if (file >= 0)
        close(file);
    text[length > 0 ? length : 0] = '\0';
    return length > 0;
}

/* Counts the switches of a thread that sleeps; returns false if it does not. A thread that was
 * woken and has not run yet does not sleep any more, though it is still in its system call. */
static bool count_switches(int folder, int thread, uint64_t *switches)
{
    static const char STATE[] = "\nState:\tS", NAME[] = "\nvoluntary_ctxt_switches:";
    char text[TEXT];
    bool sleeps = threads_read_file(folder, thread, "status", text) && strstr(text, STATE);
    const char *line = sleeps ? strstr(text, NAME) : NULL;
    *switches = line ? strtoull(line + sizeof NAME - 1, NULL, 10) : 0;
    return line != NULL;
}

/* The file has the number of the system call and its arguments, or a word: "running". */
static bool sleeps_for_ever(int folder, int thread)
{
    enum { NUMBER, WORD, OPERATION, VALUE, LIMIT, FIELDS };
    char text[TEXT], *at = text;
    unsigned long long fields[FIELDS];
    if (!threads_read_file(folder, thread, "syscall", text))
        return false;
    for (int i = 0; i < FIELDS; i++) {
        char *end;
        fields[i] = strtoull(at, &end, i == NUMBER ? 10 : 16);
        if (end == at)
            return false;
        at = end;
    }
    unsigned long long operation = fields[OPERATION] & FUTEX_CMD_MASK;
    return fields[NUMBER] == SYS_futex && fields[LIMIT] == 0 &&
           (operation == FUTEX_WAIT || operation == FUTEX_WAIT_BITSET ||
            operation == FUTEX_LOCK_PI || operation == FUTEX_LOCK_PI2);
}

static bool is_helper(const struct world_rank *shared, int thread)
{
    for (uint32_t i = 0; i < shared->helper_count && i < WORLD_HELPERS; i++)
        if (shared->helpers[i] == thread)
            return true;
    return false;
}

/* Lists all threads of a process that can call MPI, in the kernel's order; returns 0 if there are
 * too many, or no process. */
static size_t list_threads(const struct world_rank *shared, DIR *folder, struct look *looks)
{
    size_t count = 0;
    rewinddir(folder);
    for (const struct dirent *entry; (entry = readdir(folder));) {
        int thread = (int)strtol(entry->d_name, NULL, 10);
        if (thread == 0 || is_helper(shared, thread)) /* "." */
            continue;
        if (count == THREADS_MAX)
            return 0;
        looks[count++] = (struct look){.thread = thread};
    }
    return count;
}

static bool look_first(int folder, struct look *look)
{
    return count_switches(folder, look->thread, &look->switches) &&
           sleeps_for_ever(folder, look->thread);
}

static bool look_again(int folder, const struct look *look, int thread)
{
    uint64_t switches;
    return look->thread == thread && sleeps_for_ever(folder, thread) &&
           count_switches(folder, thread, &switches) && switches == look->switches;
}

static bool all_sleep(const struct world_rank *shared, DIR *folder)
{
    struct look *looks = memory_alloc(2 * THREADS_MAX * sizeof *looks),
                *again = looks + THREADS_MAX;
    size_t count = list_threads(shared, folder, looks);
    bool sleep = count > 0;
    for (size_t i = 0; i < count && sleep; i++)
        sleep = look_first(dirfd(folder), &looks[i]);
    sleep = sleep && list_threads(shared, folder, again) == count;
    for (size_t i = 0; i < count && sleep; i++)
        sleep = look_again(dirfd(folder), &looks[i], again[i].thread);
    free(looks);
    return sleep;
}

/* Returns whether all threads wait in calls. */
static bool has_no_others(DIR *folder, const struct operation *waiting)
{
    enum { LINKS = 2 }; /* of a folder without others in it */
    struct stat information;
    nlink_t calls = 0;
    for (; waiting; waiting = waiting->beside)
        calls++;
    int number = dirfd(folder);
    return number >= 0 && fstat(number, &information) == 0 && information.st_nlink == calls + LINKS;
}

static bool is_still(const struct scheduler *scheduler, int rank)
{
    char path[64];
    pid_t process = processes_rank(scheduler->options.processes, rank);
    snprintf(path, sizeof path, "/proc/%d/task", process);
    DIR *folder = process > 0 ? opendir(path) : NULL;
    if (!folder)
        return false;
    bool still = has_no_others(folder, scheduler->ranks[rank].waiting) ||
                 all_sleep(&scheduler->segment->rank[rank], folder);
    closedir(folder);
    return still;
}

/* Returns whether threads of the rank outside MPI matter: they can call MPI, even against the
 * rules, or change what a polling thread looks at. */
static bool threads_matter(const struct scheduler *scheduler, int rank)
{
    const struct world_rank *shared = &scheduler->segment->rank[rank];
    const struct operation *waiting = scheduler->ranks[rank].waiting;
    return !scheduler->ranks[rank].ended && shared->threaded &&
           (shared->multiple || (waiting && (waiting->op.flags & OP_POLLS)));
}

bool threads_still(const struct scheduler *scheduler, bool mixed)
{
    for (int rank = 0; rank < scheduler->options.ranks && scheduler->threaded; rank++) {
        if (!threads_matter(scheduler, rank) || (mixed && !scheduler->segment->rank[rank].mixed))
            continue;
        if (!is_still(scheduler, rank))
            return false;
    }
    /* An operation posted a moment ago counts like a thread that runs. */
    for (int rank = 0; rank < scheduler->options.ranks; rank++) {
        const struct world_rank *shared = &scheduler->segment->rank[rank];
        if (shared->ended != scheduler->ranks[rank].ended ||
            atomic_load(&shared->posted) != scheduler->ranks[rank].taken)
            return false;
    }
    return true;
}

bool threads_is_busy(int process, int thread)
{
    char path[64], text[TEXT];
    snprintf(path, sizeof path, "/proc/%d/task", process);
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    /* The name of the thread, in parentheses, may hold anything but ends at the last one. */
    const char *end =
        folder >= 0 && threads_read_file(folder, thread, "stat", text) ? strrchr(text, ')') : NULL;
    if (folder >= 0)
        close(folder);
    return end && end[1] && end[2] == 'R';
}

int threads_busy(const struct scheduler *scheduler, int rank)
{
    const struct world_rank *shared = &scheduler->segment->rank[rank];
    char path[64];
    int busy = 0;
    pid_t process = processes_rank(scheduler->options.processes, rank);
    snprintf(path, sizeof path, "/proc/%d/task", process);
    DIR *folder = process > 0 && shared->threaded ? opendir(path) : NULL;
    for (const struct dirent *entry; folder && !busy && (entry = readdir(folder));) {
        int thread = (int)strtol(entry->d_name, NULL, 10);
        if (thread > 0 && !is_helper(shared, thread) && threads_is_busy(process, thread))
            busy = thread;
    }
    if (folder)
        closedir(folder);
    return busy;
}

bool threads_mixed(const struct scheduler *scheduler)
{
    for (int rank = 0; rank < scheduler->options.ranks && scheduler->threaded; rank++)
        if (scheduler->segment->rank[rank].mixed)
            return true;
    return false;
}

#include "runtime/world/rank/orphans.h"

#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TRIES = 2000, TRY_MICROSECONDS = 1000, PROCESSES_MAX = 32768 };

void orphans_adopt(void)
{
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
}

static pid_t orphans_parent_of(const char *process)
{
    char path[300], line[512];
    snprintf(path, sizeof path, "/proc/%s/stat", process);
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t length = descriptor < 0 ? 0 : read(descriptor, line, sizeof line - 1);
    if (descriptor >= 0)
        close(descriptor);
    line[length > 0 ? length : 0] = '\0';
    /* The program's name stands in parentheses and may contain anything; the last one ends it. */
    const char *end = strrchr(line, ')');
    return end && strlen(end) > 4 ? (pid_t)strtol(end + 4, NULL, 10) : -1;
}

/* A process and its parent at the time of listing. */
struct orphans_kin {
    pid_t process, parent;
    bool ours;
};

static size_t list_processes(struct orphans_kin *list)
{
    DIR *processes = opendir("/proc");
    size_t count = 0;
    if (!processes)
        return 0;
    for (const struct dirent *entry; count < PROCESSES_MAX && (entry = readdir(processes));)
        if (isdigit((unsigned char)entry->d_name[0]))
            list[count++] = (struct orphans_kin){.process = (pid_t)strtol(entry->d_name, NULL, 10),
                                                 .parent = orphans_parent_of(entry->d_name)};
    closedir(processes);
    return count;
}

/* Kills all descendants of this process at once: survivors would only create new ones. */
static void kill_descendants(void)
{
    static struct orphans_kin list[PROCESSES_MAX];
    size_t count = list_processes(list);
    for (bool found = true; found;) {
        found = false;
        for (size_t i = 0; i < count; i++) {
            bool ours = list[i].parent == getpid();
            for (size_t j = 0; !ours && !list[i].ours && j < count; j++)
                ours = list[j].ours && list[j].process == list[i].parent;
            if (!ours || list[i].ours)
                continue;
            list[i].ours = found = true;
            kill(list[i].process, SIGKILL);
        }
    }
}

/* A process that even SIGKILL does not end in time is left to the keeper. */
void orphans_end(void)
{
    for (int tries = 0; tries < TRIES;) {
        pid_t child = waitpid(-1, NULL, WNOHANG | __WALL);
        if (child < 0)
            return;
        if (child > 0)
            continue;
        kill_descendants();
        usleep(TRY_MICROSECONDS);
        tries++;
    }
}

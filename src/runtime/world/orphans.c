#include "runtime/world/orphans.h"

#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TRIES = 20000, TRY_MICROSECONDS = 100 };

void orphans_adopt(void)
{
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
}

static pid_t parent_of(const char *process)
{
    char path[300], line[512];
    snprintf(path, sizeof path, "/proc/%s/stat", process);
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t length = descriptor < 0 ? 0 : read(descriptor, line, sizeof line - 1);
    if (descriptor >= 0)
        close(descriptor);
    line[length > 0 ? length : 0] = '\0';
    /* The name of the program, in parentheses, may hold anything but ends at the last one. */
    const char *end = strrchr(line, ')');
    return end && strlen(end) > 4 ? (pid_t)strtol(end + 4, NULL, 10) : -1;
}

static void kill_children(void)
{
    DIR *processes = opendir("/proc");
    if (!processes)
        return;
    for (const struct dirent *entry; (entry = readdir(processes));)
        if (isdigit((unsigned char)entry->d_name[0]) && parent_of(entry->d_name) == getpid())
            kill((pid_t)strtol(entry->d_name, NULL, 10), SIGKILL);
    closedir(processes);
}

/* Whose parent is killed comes next. One that even SIGKILL does not end at once is the keeper's at
 * the end. */
void orphans_end(void)
{
    for (int i = 0; i < TRIES; i++) {
        pid_t child = waitpid(-1, NULL, WNOHANG | __WALL);
        if (child < 0)
            return;
        if (child > 0)
            continue;
        kill_children();
        usleep(TRY_MICROSECONDS);
    }
}

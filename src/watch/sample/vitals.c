#include "watch/sample/vitals.h"

#include "launch/descendants.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Reads a small file of /proc as text. Returns false, with errno set, if it cannot be read. */
static bool read_small(pid_t pid, const char *name, char *text, size_t size)
{
    char path[96];
    snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, name);
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return false;
    ssize_t length = read(descriptor, text, size - 1);
    int number = length == 0 ? ESRCH : errno;
    close(descriptor);
    text[length > 0 ? length : 0] = '\0';
    errno = number;
    return length > 0;
}

static uint64_t number_behind(const char *text, const char *word)
{
    const char *at = strstr(text, word);
    return at ? strtoull(at + strlen(word), NULL, 10) : 0;
}

/* Reads the run time and the number of turns of the thread, if the kernel keeps them. */
static void read_turns(pid_t pid, pid_t thread, struct vitals *vitals)
{
    static const double NANO = 1e-9;
    char name[64], text[128], *rest = text;
    snprintf(name, sizeof name, "task/%d/schedstat", (int)thread);
    if (!read_small(pid, name, text, sizeof text))
        return;
    vitals->ran = (double)strtoull(rest, &rest, 10) * NANO;
    strtoull(rest, &rest, 10); /* the time that it has waited */
    vitals->turns = strtoull(rest, &rest, 10);
}

bool vitals_read(const struct descendant *process, pid_t thread, struct vitals *vitals)
{
    /* Indices of fields behind the state, as proc(5) numbers them. */
    enum { FIRST = 4, USER = 14, SYSTEM = 15, THREADS = 20, BIRTH = 22, FIELDS };
    pid_t pid = process->pid;
    char text[1024];
    long long fields[FIELDS] = {0};
    *vitals = (struct vitals){0};
    if (!read_small(pid, "stat", text, sizeof text))
        return errno == ENOENT || errno == ESRCH;
    /* The name of the program is in parentheses, and may contain any character. */
    char *rest = strrchr(text, ')');
    if (!rest || strlen(rest) < 4)
        return false;
    char state = rest[2];
    rest += 3;
    for (int i = FIRST; i < FIELDS; i++)
        fields[i] = strtoll(rest, &rest, 10);
    if (process->birth != 0 && (unsigned long long)fields[BIRTH] != process->birth)
        return true;
    vitals->alive = state != 'Z' && state != 'X';
    vitals->stopped = state == 'T' || state == 't';
    vitals->suspended = state == 'T';
    vitals->sleeping = state == 'S';
    vitals->processor = (double)(fields[USER] + fields[SYSTEM]) / (double)sysconf(_SC_CLK_TCK);
    vitals->threads = (int)fields[THREADS];
    read_turns(pid, thread, vitals);
    if (read_small(pid, "io", text, sizeof text))
        vitals->moved = number_behind(text, "rchar: ") + number_behind(text, "wchar: ");
    return true;
}

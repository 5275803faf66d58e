#include "watch/sample/refusal.h"

#include "base/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { STATUS_BYTES_MAX = 1 << 16 };

/* Returns the text behind "name:" in /proc/TID/status; the caller frees it. NULL: it is not
 * there. */
static char *read_status(pid_t tid, const char *name)
{
    char path[64], *text;
    struct error ignored;
    snprintf(path, sizeof path, "/proc/%ld/status", (long)tid);
    if (file_read(path, STATUS_BYTES_MAX, &text, NULL, &ignored) != 0)
        return NULL;
    char *value = NULL;
    for (char *rest = NULL, *line = strtok_r(text, "\n", &rest); line && !value;
         line = strtok_r(NULL, "\n", &rest)) {
        size_t length = strlen(name);
        if (strncmp(line, name, length) == 0 && line[length] == ':')
            value = memory_copy(line + length + 1 + strspn(line + length + 1, " \t"));
    }
    free(text);
    return value;
}

static long read_status_number(pid_t tid, const char *name, long otherwise)
{
    char *text = read_status(tid, name);
    long number = text ? strtol(text, NULL, 10) : otherwise;
    free(text);
    return number;
}

char refusal_state(pid_t tid)
{
    char *text = read_status(tid, "State"), path[64];
    snprintf(path, sizeof path, "/proc/%ld", (long)tid);
    if (!text)
        return access(path, F_OK) == 0 ? '?' : '\0';
    char state = text[0];
    free(text);
    return state;
}

pid_t refusal_tracer(pid_t tid)
{
    return (pid_t)read_status_number(tid, "TracerPid", 0);
}

/* Returns the restriction of the kernel's Yama module; 0: only the rights of users count. */
static int read_scope(void)
{
    char *text;
    struct error ignored;
    if (file_read("/proc/sys/kernel/yama/ptrace_scope", 64, &text, NULL, &ignored) != 0)
        return 0;
    int scope = (int)strtol(text, NULL, 10);
    free(text);
    return scope;
}

static enum sample_status explain_tracer(pid_t pid, pid_t tracer, struct error *error)
{
    char *name = read_status(tracer, "Name");
    error_set(error, ERROR_FAILED,
              "process %ld is already traced by process %ld%s%s%s; only one process can trace it: "
              "end that one first",
              (long)pid, (long)tracer, name ? " (" : "", name ? name : "", name ? ")" : "");
    free(name);
    return SAMPLE_TRACED;
}

static enum sample_status explain_permission(pid_t pid, pid_t tid, struct error *error)
{
    static const char *const scopes[] = {
        NULL,
        "the kernel permits it for descendants only; let root set kernel.yama.ptrace_scope to 0 "
        "with sysctl, or start the job with tutti watch",
        "the kernel permits it to root only; run as root, or let root set "
        "kernel.yama.ptrace_scope to 0 with sysctl",
        "the kernel forbids it until the machine starts again with kernel.yama.ptrace_scope less "
        "than 3"};
    long user = read_status_number(tid, "Uid", -1);
    int scope = read_scope();
    if (user >= 0 && geteuid() != 0 && (uid_t)user != geteuid())
        error_set(error, ERROR_FAILED,
                  "no permission to look at process %ld: it belongs to user %ld; run as that user "
                  "or as root",
                  (long)pid, user);
    else if (scope > 0 && scope < (int)(sizeof scopes / sizeof *scopes))
        error_set(error, ERROR_FAILED, "no permission to look at process %ld: %s", (long)pid,
                  scopes[scope]);
    else
        error_set(error, ERROR_FAILED,
                  "no permission to look at process %ld: it has rights that you do not have, or "
                  "this container lacks the capability SYS_PTRACE",
                  (long)pid);
    return SAMPLE_REFUSED;
}

enum sample_status refusal_explain(pid_t pid, pid_t tid, int reason, struct error *error)
{
    char state = refusal_state(tid);
    pid_t tracer = refusal_tracer(tid);
    if (reason == ESRCH || state == 'Z' || state == 'X' || state == '\0') {
        if (tid == pid)
            error_set(error, ERROR_FAILED, "there is no process %ld, or it has ended", (long)pid);
        else
            error_set(error, ERROR_FAILED, "there is no thread %ld of process %ld, or it has ended",
                      (long)tid, (long)pid);
        return SAMPLE_ENDED;
    }
    if (reason == EPERM && tracer != 0)
        return explain_tracer(pid, tracer, error);
    if (reason == EPERM)
        return explain_permission(pid, tid, error);
    error_set(error, ERROR_FAILED, "cannot look at process %ld: %s", (long)pid, strerror(reason));
    return SAMPLE_FAILED;
}

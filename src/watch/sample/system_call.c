#include "watch/sample/system_call.h"

#include "base/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <unistd.h>

enum { LINE_MAX_BYTES = 512, STATUS_MAX_BYTES = 1 << 16 };

/* Calls that continue after a stop, whatever their arguments are. Others may continue, too. */
static const long continues[] = {
    SYS_futex,  SYS_nanosleep, SYS_clock_nanosleep, SYS_restart_syscall, /* one that was interrupted
                                                                            before, and continues */
    SYS_ppoll,  SYS_pselect6,  SYS_wait4,           SYS_waitid,          SYS_rt_sigsuspend,
#ifdef SYS_poll
    SYS_poll,
#endif
#ifdef SYS_select
    SYS_select,
#endif
#ifdef SYS_pause
    SYS_pause,
#endif
};

/* Calls that continue if their first argument is a pipe, a terminal or the like, and no socket and
 * no file of a file system, which may decide otherwise. */
static const long continues_on_pipes[] = {SYS_read, SYS_write, SYS_readv, SYS_writev};

/* Calls that fail with EINTR after a stop, have done nothing then, and may be made again. */
static const long repeats[] = {
    SYS_epoll_pwait,
#ifdef SYS_epoll_wait
    SYS_epoll_wait,
#endif
#ifdef SYS_epoll_pwait2
    SYS_epoll_pwait2,
#endif
    SYS_semop,          SYS_semtimedop, SYS_msgrcv,  SYS_msgsnd,   SYS_rt_sigtimedwait,
    SYS_io_getevents,
#ifdef SYS_io_pgetevents
    SYS_io_pgetevents,
#endif
#ifdef SYS_io_uring_enter
    SYS_io_uring_enter,
#endif
    SYS_accept,         SYS_accept4,    SYS_connect, SYS_recvfrom, SYS_recvmsg,
    SYS_recvmmsg,       SYS_sendto,     SYS_sendmsg, SYS_sendmmsg, SYS_read,
    SYS_write,          SYS_readv,      SYS_writev,
};

static bool is_one_of(long number, const long *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (numbers[i] == number)
            return true;
    return false;
}
#define IS_ONE_OF(number, numbers) is_one_of(number, numbers, sizeof(numbers) / sizeof *(numbers))

bool system_call_read(pid_t pid, pid_t tid, struct system_call *call)
{
    char path[64], *line;
    struct error ignored;
    snprintf(path, sizeof path, "/proc/%ld/task/%ld/syscall", (long)pid, (long)tid);
    if (file_read(path, LINE_MAX_BYTES, &line, NULL, &ignored) != 0)
        return false;
    *call = (struct system_call){0};
    char *rest = line, *end;
    call->number = strtol(line, &rest, 10);
    bool known = rest != line; /* else it says that the thread runs */
    for (int i = 0; i < 6 && call->number >= 0; i++)
        call->arguments[i] = strtoull(rest, &rest, 16);
    call->stack_pointer = strtoull(rest, &rest, 16);
    call->pc = strtoull(rest, &end, 16);
    known = known && end != rest;
    free(line);
    return known;
}

static bool is_pipe(pid_t pid, uint64_t descriptor)
{
    static const char *const kinds[] = {"pipe:", "anon_inode:", "/dev/pts/", "/dev/tty"};
    char path[64], target[64] = "";
    snprintf(path, sizeof path, "/proc/%ld/fd/%d", (long)pid, (int)descriptor);
    if (readlink(path, target, sizeof target - 1) < 0)
        return false;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strncmp(target, kinds[i], strlen(kinds[i])) == 0)
            return true;
    return false;
}

/* Returns whether the kernel continues the call after a stop. */
static bool system_call_continues(pid_t pid, const struct system_call *call)
{
    return call->number < 0 || IS_ONE_OF(call->number, continues) ||
           (IS_ONE_OF(call->number, continues_on_pipes) && is_pipe(pid, call->arguments[0]));
}

/* Returns the number behind "name:" in the text of /proc/TID/status. */
static uint64_t number_of(const char *status, const char *name)
{
    const char *at = strstr(status, name);
    return at ? strtoull(at + strlen(name), NULL, 10) : 0;
}

/* Reads the state of the thread, and how often it has given up or lost its processor. */
static bool system_call_turns(pid_t pid, pid_t tid, char *state, uint64_t *turns)
{
    char path[64], *text;
    struct error ignored;
    snprintf(path, sizeof path, "/proc/%ld/task/%ld/status", (long)pid, (long)tid);
    if (file_read(path, STATUS_MAX_BYTES, &text, NULL, &ignored) != 0)
        return false;
    static const char word[] = "\nState:\t";
    const char *at = strstr(text, word);
    *state = '\0';
    if (at)
        *state = at[sizeof word - 1];
    *turns = number_of(text, "\nvoluntary_ctxt_switches:") +
             number_of(text, "\nnonvoluntary_ctxt_switches:");
    free(text);
    return at;
}

bool system_call_must_wait(pid_t pid, pid_t tid, struct system_call_wait *wait)
{
    char state;
    *wait = (struct system_call_wait){0};
    /* In other states than this one, a signal does not interrupt the call, or has done so. */
    return system_call_turns(pid, tid, &state, &wait->turns) && state == 'S' &&
           system_call_read(pid, tid, &wait->call) && !system_call_continues(pid, &wait->call);
}

bool system_call_still_waits(pid_t pid, pid_t tid, const struct system_call_wait *wait)
{
    struct system_call_wait now;
    return system_call_must_wait(pid, tid, &now) && memcmp(&now, wait, sizeof now) == 0;
}

#if defined __x86_64__

enum { INSTRUCTION = 2 }; /* bytes of "syscall" */

static uint64_t *system_call_result(struct user_regs_struct *registers, uint64_t **pc)
{
    *pc = (uint64_t *)&registers->rip;
    return (uint64_t *)&registers->rax;
}

/* What the register of the result has before the call. */
static uint64_t before_call(const struct system_call *call)
{
    return (uint64_t)call->number;
}

#elif defined __aarch64__

enum { INSTRUCTION = 4 }; /* bytes of "svc" */

static uint64_t *system_call_result(struct user_regs_struct *registers, uint64_t **pc)
{
    *pc = (uint64_t *)&registers->pc;
    return (uint64_t *)&registers->regs[0];
}

static uint64_t before_call(const struct system_call *call)
{
    return call->arguments[0];
}

#else
#error "system calls: the registers of this architecture are not known"
#endif

bool system_call_repeat(pid_t pid, pid_t tid, struct user_regs_struct *registers)
{
    struct system_call call;
    uint64_t *pc, *result = system_call_result(registers, &pc);
    if (*result != (uint64_t)-EINTR || !system_call_read(pid, tid, &call) || call.number < 0 ||
        !IS_ONE_OF(call.number, repeats) || call.pc != *pc)
        return false;
    *result = before_call(&call);
    *pc -= INSTRUCTION;
    return true;
}

#include "world/process/debugger.h"

#include "base/memory.h"
#include "launch/program.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

struct debugger {
    const struct world_segment *segment;
    int rank;
    pid_t pid;
    bool ended;
    bool foreground; /* gdb has the terminal */
};

int debugger_check(struct error *error)
{
    struct arena arena = {NULL};
    bool found = program_find("gdb", &arena) != NULL;
    arena_free(&arena);
    return found ? 0
                 : error_set(error, ERROR_FAILED,
                             "there is no gdb on PATH; on Debian: apt-get install gdb");
}

/* Gives the terminal to a process group. The signal is blocked because it would stop a caller that
 * is in the background. */
static void set_foreground(pid_t group)
{
    sigset_t set, old;
    sigemptyset(&set);
    sigaddset(&set, SIGTTOU);
    pthread_sigmask(SIG_BLOCK, &set, &old);
    tcsetpgrp(STDIN_FILENO, group);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
}

static _Noreturn void become_gdb(const struct debugger *debugger, const char *const *words,
                                 pid_t command)
{
    sigset_t none;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != command)
        _exit(127);
    if (debugger->foreground) {
        setpgid(0, 0);
        set_foreground(getpid());
    }
    signal(SIGPIPE, SIG_DFL);
    sigemptyset(&none);
    pthread_sigmask(SIG_SETMASK, &none, NULL);
    execvp(words[0], (char *const *)words);
    _exit(127);
}

static int start_gdb(struct debugger *debugger, pid_t process, uint64_t address,
                     struct error *error)
{
    char *pid = memory_printf("--pid=%ld", (long)process);
    char *stop = memory_printf("tbreak *0x%llx", (unsigned long long)address);
    const char *const words[] = {"gdb",      "-q",  "-iex", "set print symbol-loading off",
                                 pid,        "-ex", stop,   "-ex",
                                 "continue", NULL};
    pid_t command = getpid();
    debugger->foreground = isatty(STDIN_FILENO) && tcgetpgrp(STDIN_FILENO) == getpgrp();
    debugger->pid = fork();
    if (debugger->pid == 0)
        become_gdb(debugger, words, command);
    free(pid);
    free(stop);
    if (debugger->pid < 0)
        return error_errno(error, "cannot start gdb");
    if (debugger->foreground)
        setpgid(debugger->pid, debugger->pid); /* parent and child both do this, and either may be
                                                  the first */
    return 0;
}

int debugger_attach(const struct world_segment *segment, int rank, struct processes *processes,
                    struct process *process, struct debugger **result, struct error *error)
{
    while (atomic_load(&segment->debug) == DEBUG_NOT_YET && !process_wait(process, 1))
        continue;
    if (atomic_load(&segment->debug) == DEBUG_NOT_YET)
        return 0;
    pid_t debugged = processes_rank(processes, rank);
    if (debugged == 0)
        return error_set(error, ERROR_FAILED, "rank %d does not say which process it is", rank);
    struct debugger *debugger = memory_zero(1, sizeof *debugger);
    debugger->segment = segment;
    debugger->rank = rank;
    if (start_gdb(debugger, debugged, segment->debug_site, error) != 0) {
        free(debugger);
        return -1;
    }
    *result = debugger;
    return 0;
}

/* Returns whether gdb has ended; if so, the command takes the terminal back. */
static bool debugger_has_ended(struct debugger *debugger)
{
    if (debugger->ended)
        return true;
    pid_t got = waitpid(debugger->pid, NULL, WNOHANG);
    if (got == 0 || (got < 0 && errno == EINTR))
        return false;
    debugger->ended = true;
    if (debugger->foreground)
        set_foreground(getpgrp());
    return true;
}

bool debugger_failed(struct debugger *debugger)
{
    return debugger && debugger_has_ended(debugger) &&
           atomic_load(&debugger->segment->debug) == DEBUG_WAITS;
}

int debugger_finish(struct debugger *debugger, struct process *process, struct error *error)
{
    enum { LOOK_MILLISECONDS = 20 };
    if (debugger->foreground && !debugger_has_ended(debugger))
        dprintf(STDERR_FILENO,
                "tutti: the execution is over; its report comes when you leave gdb\n");
    while (!debugger_has_ended(debugger)) {
        process_wait(process, 0);
        usleep(LOOK_MILLISECONDS * 1000);
    }
    int failed = 0;
    if (debugger_failed(debugger))
        failed = error_set(error, ERROR_FAILED,
                           "gdb could not attach to rank %d; where processes may not be traced, "
                           "`sysctl kernel.yama.ptrace_scope=0` allows it, and in a container the "
                           "capability SYS_PTRACE",
                           debugger->rank);
    free(debugger);
    return failed;
}

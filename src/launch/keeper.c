#include "launch/keeper.h"

#include "base/file.h"
#include "launch/descendants.h"
#include "runtime/remnants.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { COMMAND_DIED = SIGUSR1 };

void keeper_prepare(pid_t command)
{
    prctl(PR_SET_NAME, "tutti-keeper");
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    prctl(PR_SET_PDEATHSIG, COMMAND_DIED);
    if (getppid() != command)
        _exit(EXIT_FAILURE); /* it died before the line above, and nothing runs yet */
}

/* Reaps processes that have ended. Returns whether the child is among them. */
static bool keeper_reap(pid_t child, int *status)
{
    int one;
    bool ended = false;
    for (pid_t pid; (pid = waitpid(-1, &one, WNOHANG)) > 0;) {
        remnants_remove(pid, one);
        if (pid == child) {
            *status = one;
            ended = true;
        }
    }
    return ended;
}

/* Ends in the same way as the child. */
static _Noreturn void end_like(int status)
{
    if (WIFEXITED(status))
        _exit(WEXITSTATUS(status));
    int signal = WTERMSIG(status);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, signal);
    prctl(PR_SET_DUMPABLE, 0); /* one core file is enough */
    sigaction(signal, &(struct sigaction){.sa_handler = SIG_DFL}, NULL);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    kill(getpid(), signal);
    _exit(128 + signal);
}

static _Noreturn void keeper_end_all(const struct keeper *keeper)
{
    struct timespec begin, now;
    struct error ignored;
    sigset_t ends;
    int status;
    sigemptyset(&ends);
    sigaddset(&ends, SIGCHLD);
    clock_gettime(CLOCK_MONOTONIC, &begin);
    kill(keeper->child, SIGTERM);
    for (bool ended = false; !ended;) {
        clock_gettime(CLOCK_MONOTONIC, &now);
        double left = keeper->grace - (double)(now.tv_sec - begin.tv_sec) -
                      (double)(now.tv_nsec - begin.tv_nsec) / 1e9;
        if (left <= 0)
            break;
        struct timespec wait = {(time_t)left, (long)((left - (double)(time_t)left) * 1e9)};
        sigtimedwait(&ends, NULL, &wait);
        ended = keeper_reap(keeper->child, &status);
    }
    descendants_kill(NULL, keeper->grace);
    for (const char *const *folder = keeper->folders; folder && *folder; folder++)
        file_remove_directory(*folder, &ignored); /* the folder may never have been made */
    _exit(EXIT_FAILURE);
}

void keeper_watch(const struct keeper *keeper)
{
    sigset_t set;
    int status = 0;
    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    sigaddset(&set, COMMAND_DIED);
    for (;;) {
        int signal = sigwaitinfo(&set, NULL);
        if (signal == SIGCHLD && keeper_reap(keeper->child, &status))
            end_like(status);
        /* The kernel sends it when the thread that forked ends; the command itself may continue. */
        if (signal == COMMAND_DIED && getppid() != keeper->command && !keeper->outlives)
            keeper_end_all(keeper);
    }
}

#include "launch/process.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/text.h"
#include "launch/descendants.h"
#include "launch/keeper.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { CAPTURE_STEP = 64 * 1024 };

struct process {
    pid_t pid;   /* number of the keeper, which ends as the child does; or of the child */
    pid_t group; /* that of keeper and child, if it is their own */
    struct descendant child; /* all zero: not known */
    bool own_group;          /* false: it shares the command's group */
    int signals;             /* signalfd for signals to forward, and for SIGCHLD */
    double start;            /* start time, by clock_seconds() */
    double kill_at;          /* time at which to send SIGKILL; 0: not set */
    bool ended;
    int interrupts; /* number of SIGINTs until now */
    struct process_limits limits;
    struct process_result result;
    struct descendants strangers; /* earlier children of the command, which must not be touched */
    /* State to restore at the end. */
    sigset_t mask;
    struct sigaction child_action;
    int subreaper;
};

/* The standard descriptors of a child; -1: the same as the command's. */
struct redirection {
    int input, output;
};

/* What the processes that start the command report. */
struct exec_report {
    pid_t child; /* from the keeper: the number of its child; 0: the command cannot be executed */
    int number;  /* errno */
    bool limit;  /* the memory limit was the reason */
};

static bool has_terminal(void)
{
    int terminal = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC);
    if (terminal >= 0)
        close(terminal);
    return terminal >= 0;
}

static bool asks_to_end(int signal)
{
    return signal == SIGINT || signal == SIGTERM || signal == SIGHUP || signal == SIGQUIT;
}

/* Returns whether the signal is meant for the job: without a handler it would end the command, and
 * batch systems and users send such signals to a launcher, for example to ask for a checkpoint.
 * Signals by which the kernel reports an error of the command itself are not among them. */
static bool is_for_job(int signal)
{
    static const int numbers[] = {SIGUSR1, SIGUSR2, SIGALRM,   SIGVTALRM, SIGPROF,
                                  SIGIO,   SIGPWR,  SIGSTKFLT, SIGABRT,   SIGXCPU};
    bool found = signal >= SIGRTMIN && signal <= SIGRTMAX;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        found = found || signal == numbers[i];
    return found;
}

/* Returns whether the signal stops or continues a job. On a terminal these reach the job without
 * the command, since it is in the same group. */
static bool is_for_job_control(int signal)
{
    return signal == SIGTSTP || signal == SIGCONT;
}

/* Adds the signals for which `belongs` returns true, except for those that the command ignores. */
static void add_signals(sigset_t *signals, bool (*belongs)(int signal))
{
    for (int signal = 1; signal <= SIGRTMAX; signal++) {
        struct sigaction action;
        if (belongs(signal) && sigaction(signal, NULL, &action) == 0 &&
            action.sa_handler != SIG_IGN)
            sigaddset(signals, signal);
    }
}

/* Signals arrive through a descriptor from now on, so that waiting needs no handler and has no
 * race. */
static int process_take_signals(struct process *process, struct error *error)
{
    sigset_t set;
    sigemptyset(&set);
    add_signals(&set, asks_to_end);
    if (process->limits.forwards)
        add_signals(&set, is_for_job);
    if (process->limits.forwards && process->own_group)
        add_signals(&set, is_for_job_control);
    sigaddset(&set, SIGCHLD);
    process->signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    if (process->signals < 0)
        return error_errno(error, "cannot watch for signals");
    pthread_sigmask(SIG_BLOCK, &set, &process->mask);
    /* If SIGCHLD is ignored, the kernel discards exit codes. */
    sigaction(SIGCHLD, &(struct sigaction){.sa_handler = SIG_DFL}, &process->child_action);
    prctl(PR_GET_CHILD_SUBREAPER, &process->subreaper);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    return 0;
}

static void process_give_signals_back(struct process *process)
{
    prctl(PR_SET_CHILD_SUBREAPER, process->subreaper);
    sigaction(SIGCHLD, &process->child_action, NULL);
    close(process->signals);
    pthread_sigmask(SIG_SETMASK, &process->mask, NULL);
}

static bool set_memory_limit(size_t bytes)
{
    struct rlimit limit;
    if (bytes == 0)
        return true;
    if (getrlimit(RLIMIT_AS, &limit) != 0)
        return false;
    if (limit.rlim_max == RLIM_INFINITY || bytes < limit.rlim_max)
        limit.rlim_max = bytes;
    limit.rlim_cur = limit.rlim_max;
    return setrlimit(RLIMIT_AS, &limit) == 0;
}

struct order {
    char *const *words;
    char *const *environment;
    struct redirection redirection;
    pid_t command; /* this process */
    int report;    /* descriptor to which exec_reports are written */
};

static void order_report(const struct order *order, const struct exec_report *report)
{
    while (write(order->report, report, sizeof *report) < 0 && errno == EINTR)
        ;
}

static _Noreturn void report_failure(const struct order *order, bool limit)
{
    order_report(order, &(struct exec_report){.number = errno, .limit = limit});
    _exit(127);
}

/* Runs in the child of the keeper: becomes the command to run. */
static _Noreturn void process_become(const struct process *process, const struct order *order,
                                     pid_t keeper)
{
    if (!process->limits.outlives) {
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        if (getppid() != keeper)
            _exit(127);
    }
    sigaction(SIGCHLD, &process->child_action, NULL);
    pthread_sigmask(SIG_SETMASK, &process->mask, NULL);
    if (order->redirection.input >= 0)
        dup2(order->redirection.input, STDIN_FILENO);
    if (order->redirection.output >= 0) {
        dup2(order->redirection.output, STDOUT_FILENO);
        dup2(order->redirection.output, STDERR_FILENO);
    }
    if (!set_memory_limit(process->limits.bytes))
        report_failure(order, true);
    execvpe(order->words[0], order->words, order->environment);
    report_failure(order, false);
}

/* Runs in the child of the command: becomes the keeper, and forks the process that becomes the
 * command to run. */
static _Noreturn void process_keep(const struct process *process, const struct order *order)
{
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    if (process->own_group)
        setpgid(0, 0);
    keeper_prepare(order->command);
    pid_t keeper = getpid(), child = fork();
    if (child < 0)
        report_failure(order, false);
    if (child == 0)
        process_become(process, order, keeper);
    order_report(order, &(struct exec_report){.child = child});
    close(order->report);
    keeper_watch(&(struct keeper){.child = child,
                                  .command = order->command,
                                  .grace = process->limits.grace,
                                  .outlives = process->limits.outlives,
                                  .folders = process->limits.folders});
}

static ssize_t read_again(int descriptor, void *bytes, size_t length)
{
    ssize_t got;
    do
        got = read(descriptor, bytes, length);
    while (got < 0 && errno == EINTR);
    return got;
}

/* Reads reports until the command runs, or cannot be run. Returns whether it runs. */
static bool read_reports(struct process *process, int descriptor, struct exec_report *failure)
{
    struct exec_report report;
    bool runs = true;
    while (read_again(descriptor, &report, sizeof report) == (ssize_t)sizeof report) {
        if (report.child > 0) {
            descendant_read(report.child, &process->child);
        } else {
            *failure = report;
            runs = false;
        }
    }
    return runs;
}

/* Forks, and waits until the command runs, or until the child reports why it does not. */
static int process_spawn(struct process *process, struct order *order, struct error *error)
{
    int report[2];
    struct exec_report failure;
    const char *name = order->words[0];
    if (pipe2(report, O_CLOEXEC) != 0)
        return error_errno(error, "cannot run %s", name);
    order->report = report[1];
    process->pid = fork();
    if (process->pid == 0)
        process_keep(process, order);
    close(report[1]);
    if (process->pid < 0) {
        error_errno(error, "cannot run %s", name);
        close(report[0]);
        return -1;
    }
    process->group = process->pid;
    bool runs = read_reports(process, report[0], &failure);
    close(report[0]);
    if (runs)
        return 0;
    while (waitpid(process->pid, NULL, 0) < 0 && errno == EINTR)
        ;
    errno = failure.number;
    if (failure.limit)
        return error_errno(error, "cannot limit the memory of %s to %zu bytes", name,
                           process->limits.bytes);
    return error_errno(error, "cannot run %s", name);
}

static int launch_process_start(char *const *words, char *const *environment,
                                const struct process_limits *limits,
                                const struct redirection *redirection, struct process **result,
                                struct error *error)
{
    if (!words[0])
        return error_set(error, ERROR_USAGE, "no command to run");
    struct process *process = memory_zero(1, sizeof *process);
    if (limits)
        process->limits = *limits;
    if (process->limits.grace <= 0)
        process->limits.grace = PROCESS_GRACE_SECONDS;
    process->own_group = !has_terminal();
    process->strangers = descendants_find(NULL);
    process->start = clock_seconds();
    if (process_take_signals(process, error) != 0)
        goto free_process;
    struct order order = {.words = words,
                          .environment = environment ? environment : environ,
                          .redirection = *redirection,
                          .command = getpid()};
    if (process_spawn(process, &order, error) != 0)
        goto give_back;
    *result = process;
    return 0;

give_back:
    process_give_signals_back(process);
free_process:
    descendants_free(&process->strangers);
    free(process);
    return -1;
}

int process_start(char *const *words, char *const *environment, const struct process_limits *limits,
                  struct process **process, struct error *error)
{
    return launch_process_start(words, environment, limits, &(struct redirection){-1, -1}, process,
                                error);
}

int process_start_into(char *const *words, char *const *environment,
                       const struct process_limits *limits, int output, struct process **process,
                       struct error *error)
{
    int input = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (input < 0)
        return error_errno(error, "cannot open /dev/null");
    int failed = launch_process_start(words, environment, limits,
                                      &(struct redirection){input, output}, process, error);
    close(input);
    return failed;
}

static void send_signal(const struct process *process, int signal)
{
    if (process->own_group)
        kill(-process->group, signal);
    else
        descendants_signal(&process->strangers, getpgrp(), signal);
}

static void process_terminate(struct process *process)
{
    if (process->kill_at == 0) {
        process->kill_at = clock_seconds() + process->limits.grace;
        send_signal(process, SIGTERM);
    }
}

/* Passes a signal on to the child alone, which is whom the sender meant: a launcher decides which
 * signals its ranks get. */
static void process_pass_on(const struct process *process, const struct signalfd_siginfo *info)
{
    int signal = (int)info->ssi_signo;
    if (process->ended || (signal == SIGXCPU && info->ssi_code == SI_KERNEL)) /* its own limit */
        return;
    descendant_signal(&process->child, signal);
    /* The kernel ignores SIGTSTP in a group that no shell controls, and the job is stopped. */
    if (signal == SIGTSTP)
        raise(SIGSTOP);
}

static void receive_signal(struct process *process, const struct signalfd_siginfo *info)
{
    int signal = (int)info->ssi_signo;
    if (signal == SIGCHLD)
        return;
    if (!asks_to_end(signal)) {
        process_pass_on(process, info);
        return;
    }
    if (!process->result.interrupted) {
        process->result.interrupted = true;
        process->result.interrupt = signal;
    }
    if (process->ended)
        return;
    bool may_end = !process->limits.outlives; /* otherwise the child alone decides how to react */
    if (signal == SIGINT && ++process->interrupts > 1 && may_end) {
        descendants_signal(&process->strangers, 0, SIGKILL);
        return;
    }
    /* A signal from the terminal (no sender: SI_KERNEL) reaches a shared group by itself. */
    if (process->own_group || info->ssi_code != SI_KERNEL)
        send_signal(process, signal);
    if ((signal == SIGTERM || signal == SIGHUP) && process->kill_at == 0 && may_end)
        process->kill_at = clock_seconds() + process->limits.grace;
}

static void receive_signals(struct process *process)
{
    struct signalfd_siginfo info;
    while (read_again(process->signals, &info, sizeof info) == (ssize_t)sizeof info)
        receive_signal(process, &info);
}

/* Returns whether only the keeper was killed, and the child, which may outlive it, is now a child
 * of the command. */
static bool has_lost_keeper(const struct process *process, int status)
{
    siginfo_t info;
    return process->limits.outlives && WIFSIGNALED(status) && process->child.pid > 0 &&
           process->pid != process->child.pid &&
           waitid(P_PID, (id_t)process->child.pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0;
}

static pid_t reap_keeper(const struct process *process, int *status)
{
    pid_t pid;
    do
        pid = waitpid(process->pid, status, WNOHANG);
    while (pid < 0 && errno == EINTR);
    return pid;
}

static void process_reap(struct process *process)
{
    int status = 0;
    if (process->ended)
        return;
    pid_t pid = reap_keeper(process, &status);
    if (pid > 0 && has_lost_keeper(process, status)) {
        process->pid = process->child.pid;
        pid = reap_keeper(process, &status);
    }
    if (pid == 0)
        return;
    process->ended = true;
    process->result.seconds = clock_seconds() - process->start;
    process->result.exit_code = pid > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    process->result.signal = pid > 0 && WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

static void enforce_limits(struct process *process)
{
    double time = clock_seconds();
    if (process->ended)
        return;
    if (process->limits.seconds > 0 && time - process->start >= process->limits.seconds &&
        !process->result.timed_out) {
        process->result.timed_out = true;
        process_terminate(process);
    }
    if (process->kill_at > 0 && time >= process->kill_at) {
        descendants_signal(&process->strangers, 0, SIGKILL);
        process->kill_at = time + process->limits.grace; /* for processes forked meanwhile */
    }
}

/* Returns the time (of clock_seconds()) at which to check a limit again. */
static double next_deadline(const struct process *process, double deadline)
{
    double limit = process->start + process->limits.seconds;
    if (process->limits.seconds > 0 && !process->result.timed_out && limit < deadline)
        deadline = limit;
    if (process->kill_at > 0 && process->kill_at < deadline)
        deadline = process->kill_at;
    return deadline;
}

static int poll_timeout(double deadline)
{
    double left = (deadline - clock_seconds()) * 1000;
    if (left <= 0)
        return 0;
    /* Rounds up: a poll that ends just before the time would spin. */
    return left < INT_MAX / 2 ? (int)left + 1 : INT_MAX / 2;
}

/* Waits once, at most until `deadline`; returns early at a signal, at the end of the child, and
 * when `descriptor` (-1: none) is readable. */
static void process_step(struct process *process, int descriptor, double deadline)
{
    struct pollfd polled[2] = {{.fd = process->signals, .events = POLLIN},
                               {.fd = descriptor, .events = POLLIN}};
    poll(polled, 2, poll_timeout(next_deadline(process, deadline)));
    receive_signals(process);
    process_reap(process);
    enforce_limits(process);
}

bool process_wait(struct process *process, int milliseconds)
{
    double deadline = milliseconds < 0 ? 1e300 : clock_seconds() + milliseconds / 1000.0;
    while (!process->ended) {
        process_step(process, -1, deadline);
        if (clock_seconds() >= deadline)
            break;
    }
    return process->ended;
}

void process_peek(const struct process *process, struct process_result *result)
{
    *result = process->result;
}

pid_t process_root(const struct process *process)
{
    return process->pid;
}

void process_finish(struct process *process, struct process_result *result)
{
    if (!process->ended)
        process_terminate(process);
    while (!process->ended)
        process_step(process, -1, 1e300);
    if (!process->limits.outlives || process->kill_at > 0)
        process->result.survivors = !descendants_kill(&process->strangers, process->limits.grace);
    /* One Ctrl-C both ends the child and is pending for the command. */
    receive_signals(process);
    if (result)
        *result = process->result;
    process_give_signals_back(process);
    descendants_free(&process->strangers);
    free(process);
}

/* Reads the available bytes, but no more than a pipe holds: limits must be checked even if a child
 * never stops printing. Returns false if the other end is closed. */
static bool process_drain(int descriptor, struct text *text)
{
    char buffer[16 * 1024];
    ssize_t got = 1;
    for (size_t left = CAPTURE_STEP; left > 0 && got > 0; left -= (size_t)got) {
        got = read_again(descriptor, buffer, left < sizeof buffer ? left : sizeof buffer);
        if (got <= 0)
            return got < 0;
        text_add_bytes(text, buffer, (size_t)got);
    }
    return true;
}

void process_hold_signals(sigset_t *signals)
{
    sigemptyset(signals);
    add_signals(signals, asks_to_end);
    sigprocmask(SIG_BLOCK, signals, NULL);
}

int process_capture(char *const *words, double seconds, size_t cap, char **output, int *exit_code,
                    struct error *error)
{
    struct process *process = NULL;
    struct process_result result;
    int status = -1, ends[2];
    int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (nothing < 0)
        return error_errno(error, "cannot open /dev/null");
    if (pipe2(ends, O_CLOEXEC) != 0) {
        error_errno(error, "cannot run %s", words[0]);
        goto close_input;
    }
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    status = launch_process_start(words, NULL, &(struct process_limits){.seconds = seconds},
                                  &(struct redirection){nothing, ends[1]}, &process, error);
    close(ends[1]);
    if (!process)
        goto close_output;
    struct text text;
    text_init(&text, cap);
    for (bool open = true; !process->ended;) {
        process_step(process, open ? ends[0] : -1, 1e300);
        open = open && process_drain(ends[0], &text);
    }
    process_drain(ends[0], &text);
    process_finish(process, &result);
    if (result.timed_out || result.interrupted)
        status = error_set(error, ERROR_FAILED, "%s %s", words[0],
                           result.interrupted ? "was interrupted" : "did not end in time");
    if (status == 0) {
        *output = text_take(&text);
        *exit_code = result.exit_code;
    }
    text_free(&text);

close_output:
    close(ends[0]);
close_input:
    close(nothing);
    return status;
}

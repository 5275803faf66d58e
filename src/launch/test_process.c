/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
/* clang-format on */

#include "base/memory.h"
#include "launch/descendants.h"
#include "launch/process.h"

#include <errno.h>
#include <fcntl.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Ignores everything that can be ignored. */
#define STUBBORN "trap '' INT TERM HUP; while :; do sleep 0.1; done"

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void pause_for(double seconds)
{
    struct timespec time = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
    while (nanosleep(&time, &time) != 0 && errno == EINTR)
        ;
}

static struct process *start_shell(const char *script, const struct process_limits *limits)
{
    char *words[] = {(char[]){"sh"}, (char[]){"-c"}, memory_copy(script), NULL};
    struct process *process;
    struct error error;
    if (process_start(words, NULL, limits, &process, &error) != 0)
        fail_msg("%s", error.text);
    free(words[2]);
    return process;
}

static struct process_result run_shell(const char *script, const struct process_limits *limits)
{
    struct process_result result;
    struct process *process = start_shell(script, limits);
    assert_true(process_wait(process, -1));
    process_finish(process, &result);
    return result;
}

static void assert_nothing_left(void)
{
    struct descendants left = descendants_find(NULL);
    if (left.count > 0)
        fail_msg("process %ld is left (%c)", (long)left.items[0].pid, left.items[0].state);
    descendants_free(&left);
}

static bool is_alive(pid_t pid)
{
    char path[32], line[256] = "";
    snprintf(path, sizeof path, "/proc/%ld/stat", (long)pid);
    FILE *file = fopen(path, "re");
    if (!file)
        return false;
    bool alive = fgets(line, sizeof line, file) && !strstr(line, ") Z ");
    fclose(file);
    return alive;
}

/* Sends signals to this process from a child that started before. */
static pid_t send_later(int signal, double first, double second)
{
    pid_t sender = fork();
    if (sender == 0) {
        pause_for(first);
        kill(getppid(), signal);
        if (second > 0) {
            pause_for(second);
            kill(getppid(), signal);
        }
        _exit(0);
    }
    return sender;
}

static void tells_how_it_ended(void **state)
{
    (void)state;
    struct process_result result = run_shell("exit 7", NULL);
    assert_int_equal(result.exit_code, 7);
    assert_int_equal(result.signal, 0);
    assert_false(result.timed_out || result.interrupted || result.survivors);
    result = run_shell("kill -9 $$", NULL);
    assert_int_equal(result.exit_code, -1);
    assert_int_equal(result.signal, SIGKILL);
    result = run_shell("kill -SEGV $$", NULL);
    assert_int_equal(result.signal, SIGSEGV);
    assert_nothing_left();
}

static void reports_what_cannot_be_run(void **state)
{
    (void)state;
    char *missing[] = {(char[]){"/no/such/command"}, NULL};
    char *directory[] = {(char[]){"/tmp"}, NULL};
    char *none[] = {NULL};
    struct process *process = NULL;
    struct error error;
    assert_int_equal(process_start(missing, NULL, NULL, &process, &error), -1);
    assert_int_equal(error.kind, ERROR_FAILED);
    assert_string_equal(error.text, "cannot run /no/such/command: No such file or directory");
    assert_int_equal(process_start(directory, NULL, NULL, &process, &error), -1);
    assert_non_null(strstr(error.text, "Permission denied"));
    assert_int_equal(process_start(none, NULL, NULL, &process, &error), -1);
    assert_null(process);
    assert_nothing_left();
}

static void waits_for_a_while(void **state)
{
    (void)state;
    struct process *process = start_shell("sleep 0.4", NULL);
    struct process_result result;
    double begin = now();
    assert_false(process_wait(process, 0));
    assert_false(process_wait(process, 50));
    assert_true(now() - begin >= 0.05);
    assert_true(process_wait(process, 5000));
    assert_true(process_wait(process, -1));
    process_finish(process, &result);
    assert_true(result.seconds > 0.35 && result.seconds < 4);
    assert_int_equal(result.exit_code, 0);
}

static void finish_ends_what_runs(void **state)
{
    (void)state;
    struct process_result result;
    struct process *process = start_shell("sleep 100 & sleep 100", NULL);
    process_finish(process, &result);
    assert_int_equal(result.signal, SIGTERM);
    process = start_shell(STUBBORN, &(struct process_limits){.grace = 0.2});
    pause_for(0.1);
    process_finish(process, &result);
    assert_int_equal(result.signal, SIGKILL);
    assert_nothing_left();
}

static void keeps_the_time_limit(void **state)
{
    (void)state;
    struct process_result result =
        run_shell("exec sleep 100", &(struct process_limits){.seconds = 0.2});
    assert_true(result.timed_out);
    assert_int_equal(result.signal, SIGTERM);
    assert_true(result.seconds >= 0.2 && result.seconds < 3);
    /* A program that cleans up at SIGTERM gets the time for it. */
    result = run_shell("trap 'sleep 0.2; exit 3' TERM; while :; do sleep 0.05; done",
                       &(struct process_limits){.seconds = 0.2});
    assert_true(result.timed_out);
    assert_int_equal(result.exit_code, 3);
    result = run_shell(STUBBORN, &(struct process_limits){.seconds = 0.2, .grace = 0.3});
    assert_true(result.timed_out);
    assert_int_equal(result.signal, SIGKILL);
    assert_true(result.seconds >= 0.5 && result.seconds < 4);
    assert_nothing_left();
}

static void keeps_the_memory_limit(void **state)
{
    (void)state;
    char *words[] = {(char[]){"sh"}, (char[]){"-c"}, (char[]){"ulimit -v"}, NULL};
    char *output;
    int exit_code;
    struct error error;
    struct process_result result =
        run_shell("test $(ulimit -v) = 1048576",
                  &(struct process_limits){.bytes = (size_t)1024 * 1024 * 1024});
    assert_int_equal(result.exit_code, 0);
    assert_int_equal(process_capture(words, 5, 100, &output, &exit_code, &error), 0);
    assert_string_not_equal(output, "1048576\n"); /* the command itself is not limited */
    free(output);
}

static void leaves_no_daemon(void **state)
{
    (void)state;
    char path[] = "/tmp/tutti-process-XXXXXX";
    char script[256];
    int file = mkstemp(path);
    assert_true(file >= 0);
    /* A process in a session of its own, whose parent is gone, and that ignores signals. */
    snprintf(script, sizeof script,
             "setsid sh -c 'trap \"\" TERM HUP; echo $$ > %s; sleep 100 & wait' & "
             "while ! test -s %s; do sleep 0.02; done",
             path, path);
    struct process_result result = run_shell(script, NULL);
    assert_int_equal(result.exit_code, 0);
    char number[32] = "";
    assert_true(read(file, number, sizeof number - 1) > 0);
    pid_t daemon = (pid_t)strtol(number, NULL, 10);
    assert_true(daemon > 1);
    assert_false(is_alive(daemon));
    close(file);
    unlink(path);
    assert_nothing_left();
}

/* A job that outlives the command, and is asked to end, takes the time that it needs, such as for a
 * checkpoint. It decides itself what a second interrupt means. */
static void outliving_ones_end_as_they_like(void **state)
{
    (void)state;
    static const int signals[] = {SIGTERM, SIGHUP, SIGINT};
    const struct process_limits limits = {.outlives = true, .grace = 0.1};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        pid_t sender = send_later(signals[i], 0.5, 0.3);
        struct process_result result = run_shell(
            "trap : INT TERM HUP; for i in 1 2 3 4 5 6 7 8; do sleep 0.2; done; exit 6", &limits);
        assert_int_equal(result.exit_code, 6);
        assert_int_equal(result.interrupt, signals[i]);
        waitpid(sender, NULL, 0);
    }
    /* The processes that such a job leaves may stay; but if the command ends the job, it ends all
     * of them. */
    struct process_result result = run_shell("sleep 100 & exit 0", &limits);
    assert_int_equal(result.exit_code, 0);
    struct descendants left = descendants_find(NULL);
    assert_int_equal(left.count, 1);
    assert_true(is_alive(left.items[0].pid));
    kill(left.items[0].pid, SIGKILL);
    assert_int_equal(waitpid(left.items[0].pid, NULL, 0), left.items[0].pid);
    descendants_free(&left);
    process_finish(start_shell("sleep 100 & sleep 100", &limits), &result);
    assert_int_equal(result.signal, SIGTERM);
    assert_nothing_left();
}

static void leaves_other_children_alone(void **state)
{
    (void)state;
    int status;
    pid_t stranger = fork();
    if (stranger == 0) {
        pause_for(30);
        _exit(0);
    }
    run_shell("sleep 100 &", NULL);
    run_shell("sleep 100", &(struct process_limits){.seconds = 0.1});
    assert_int_equal(waitpid(stranger, &status, WNOHANG), 0);
    kill(stranger, SIGKILL);
    assert_int_equal(waitpid(stranger, &status, 0), stranger);
    assert_nothing_left();
}

static void forwards_signals(void **state)
{
    (void)state;
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        pid_t sender = send_later(signals[i], 0.15, 0);
        struct process_result result = run_shell("exec sleep 20", NULL);
        assert_int_equal(result.signal, signals[i]);
        assert_true(result.interrupted);
        assert_int_equal(result.interrupt, signals[i]);
        assert_false(result.timed_out);
        assert_int_equal(waitpid(sender, NULL, 0), sender);
    }
    assert_nothing_left();
}

/* Signals that mean the job reach the child alone, and do not count as interrupts. */
static void forwards_signals_of_the_job(void **state)
{
    (void)state;
    const int signals[] = {SIGUSR1,   SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF,  SIGIO,
                           SIGSTKFLT, SIGPWR,  SIGABRT, SIGXCPU,   SIGRTMIN, SIGRTMAX};
    const struct process_limits limits = {.forwards = true};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        char line[64];
        snprintf(line, sizeof line, "kill -%d %d; sleep 20; exit $?", signals[i], (int)getpid());
        struct process_result result = run_shell(line, &limits);
        assert_int_equal(result.signal, signals[i]);
        assert_false(result.interrupted);
    }
    /* A process that the child started does not get it. */
    char line[256];
    snprintf(line, sizeof line,
             "trap 'n=x$n' USR1; sleep 100 & for i in 1 2; do kill -USR1 %d; "
             "while test ${#n} -lt $i; do sleep 0.05; done; done; "
             "kill -TERM $!; wait $!; test $? = 143 && exit 5",
             (int)getpid());
    assert_int_equal(run_shell(line, &limits).exit_code, 5);
    assert_nothing_left();
}

static void second_interrupt_kills(void **state)
{
    (void)state;
    /* A shell on a busy machine needs time to set a trap. */
    pid_t sender = send_later(SIGINT, 0.5, 0.3);
    double begin = now();
    struct process_result result = run_shell(STUBBORN, NULL);
    assert_int_equal(result.signal, SIGKILL);
    assert_int_equal(result.interrupt, SIGINT);
    assert_true(now() - begin >= 0.4);
    waitpid(sender, NULL, 0);
    /* The program decides how to react to a single interrupt. */
    sender = send_later(SIGINT, 0.5, 0);
    result = run_shell("trap 'echo >&2' INT; sleep 0.4; sleep 0.4; sleep 0.4; exit 4", NULL);
    assert_int_equal(result.exit_code, 4);
    waitpid(sender, NULL, 0);
    /* A program cannot refuse SIGTERM. */
    sender = send_later(SIGTERM, 0.5, 0);
    result = run_shell(STUBBORN, &(struct process_limits){.grace = 0.2});
    assert_int_equal(result.signal, SIGKILL);
    assert_int_equal(result.interrupt, SIGTERM);
    waitpid(sender, NULL, 0);
    assert_nothing_left();
}

static void ignored_signals_stay_ignored(void **state)
{
    (void)state;
    signal(SIGHUP, SIG_IGN);
    pid_t sender = send_later(SIGHUP, 0.1, 0);
    struct process_result result = run_shell("kill -HUP $$; sleep 0.3", NULL);
    signal(SIGHUP, SIG_DFL);
    assert_int_equal(result.exit_code, 0);
    assert_false(result.interrupted);
    waitpid(sender, NULL, 0);
}

static void puts_everything_back(void **state)
{
    (void)state;
    sigset_t before, after;
    int subreaper = -1;
    struct sigaction action;
    sigprocmask(SIG_SETMASK, NULL, &before);
    signal(SIGCHLD, SIG_IGN); /* as some parents leave it */
    struct process_result result = run_shell("exit 5", NULL);
    assert_int_equal(result.exit_code, 5);
    sigaction(SIGCHLD, NULL, &action);
    assert_true(action.sa_handler == SIG_IGN);
    signal(SIGCHLD, SIG_DFL);
    sigprocmask(SIG_SETMASK, NULL, &after);
    for (int number = 1; number < SIGRTMIN; number++)
        assert_int_equal(sigismember(&before, number), sigismember(&after, number));
    prctl(PR_GET_CHILD_SUBREAPER, &subreaper);
    assert_int_equal(subreaper, 0);
    /* The child has the mask of the command, not that of the wait. */
    result = run_shell("grep -q '^SigBlk:.0*$' /proc/self/status", NULL);
    assert_int_equal(result.exit_code, 0);
}

static void gives_the_environment(void **state)
{
    (void)state;
    char *words[] = {(char[]){"sh"}, (char[]){"-c"},
                     (char[]){"test \"$ONE\" = 'a b' && test -z \"$HOME\""}, NULL};
    char *environment[] = {(char[]){"ONE=a b"}, (char[]){"PATH=/bin:/usr/bin"}, NULL};
    struct process *process;
    struct process_result result;
    struct error error;
    assert_int_equal(process_start(words, environment, NULL, &process, &error), 0);
    process_finish(process, NULL);
    assert_int_equal(process_start(words, environment, NULL, &process, &error), 0);
    process_wait(process, -1);
    process_finish(process, &result);
    assert_int_equal(result.exit_code, 0);
}

static int capture(const char *script, double seconds, size_t cap, char **output, int *exit_code,
                   struct error *error)
{
    char *words[] = {(char[]){"sh"}, (char[]){"-c"}, memory_copy(script), NULL};
    int status = process_capture(words, seconds, cap, output, exit_code, error);
    free(words[2]);
    return status;
}

static void captures_output(void **state)
{
    (void)state;
    char *output;
    int code;
    struct error error;
    assert_int_equal(
        capture("echo out; echo err >&2; cat; exit 3", 5, 1000, &output, &code, &error), 0);
    assert_string_equal(output, "out\nerr\n");
    assert_int_equal(code, 3);
    free(output);
    /* The output is more than a pipe holds, and exceeds the limit. */
    assert_int_equal(
        capture("head -c 300000 /dev/zero | tr '\\0' x", 20, 1000000, &output, &code, &error), 0);
    assert_int_equal(strlen(output), 300000);
    assert_int_equal(strspn(output, "x"), 300000);
    free(output);
    assert_int_equal(
        capture("head -c 300000 /dev/zero | tr '\\0' x; exit 2", 20, 100, &output, &code, &error),
        0);
    assert_int_equal(strlen(output), 100);
    assert_int_equal(code, 2);
    free(output);
    assert_nothing_left();
}

static void capture_does_not_hang(void **state)
{
    (void)state;
    char *output = NULL;
    int code = 77;
    struct error error;
    double begin = now();
    assert_int_equal(capture("exec sleep 100", 0.2, 100, &output, &code, &error), -1);
    assert_int_equal(error.kind, ERROR_FAILED);
    assert_non_null(strstr(error.text, "did not end in time"));
    assert_int_equal(capture("exec yes", 0.2, 100, &output, &code, &error), -1);
    assert_null(output);
    assert_int_equal(code, 77);
    /* A daemon that keeps the pipe open. */
    assert_int_equal(capture("sleep 100 & echo started", 20, 100, &output, &code, &error), 0);
    assert_string_equal(output, "started\n");
    free(output);
    char *missing[] = {(char[]){"no-such-tool"}, NULL};
    assert_int_equal(process_capture(missing, 1, 100, &output, &code, &error), -1);
    assert_non_null(strstr(error.text, "cannot run no-such-tool"));
    assert_true(now() - begin < 15);
    assert_nothing_left();
}

/* If the command is killed, its child is asked to end and then killed, even if it ignores signals
 * and has a session of its own. */
static void dies_with_the_command(void **state)
{
    (void)state;
    char path[] = "/tmp/tutti-process-XXXXXX", script[512], numbers[64] = "";
    int file = mkstemp(path);
    assert_true(file >= 0);
    snprintf(script, sizeof script,
             "setsid sh -c 'echo $$ >> %s; %s' & trap '' TERM; echo $$ >> %s; "
             "while :; do sleep 0.1; done",
             path, "trap \"\" TERM HUP; while :; do sleep 0.1; done", path);
    pid_t command = fork();
    if (command == 0) {
        process_wait(start_shell(script, &(struct process_limits){.grace = 0.3}), -1);
        _exit(0);
    }
    pid_t first = 0, second = 0;
    for (int i = 0; i < 100 && second == 0; i++) {
        pause_for(0.05);
        if (pread(file, numbers, sizeof numbers - 1, 0) > 0) {
            char *rest = numbers;
            first = (pid_t)strtol(rest, &rest, 10);
            second = (pid_t)strtol(rest, &rest, 10);
        }
    }
    assert_true(first > 1 && second > 1);
    assert_true(is_alive(first) && is_alive(second));
    kill(command, SIGKILL);
    waitpid(command, NULL, 0);
    for (int i = 0; i < 100 && (is_alive(first) || is_alive(second)); i++)
        pause_for(0.05);
    assert_false(is_alive(first));
    assert_false(is_alive(second));
    close(file);
    unlink(path);
}

/* A number counts only if the process descends from the given root. */
static void tells_descendants_from_others(void **state)
{
    struct descendant found;
    (void)state;
    pid_t child = fork();
    if (child == 0) {
        pid_t grandchild = fork();
        for (;;)
            pause_for(grandchild == 0 ? 60 : 1);
    }
    struct descendants all = {0};
    for (int i = 0; i < 200 && all.count == 0; i++) {
        pause_for(0.05);
        all = descendants_of(child, NULL);
    }
    assert_int_equal(all.count, 1);
    pid_t grandchild = all.items[0].pid;
    descendants_free(&all);
    assert_true(descendant_find(child, getpid(), &found));
    assert_int_equal(found.pid, child);
    assert_true(descendant_find(grandchild, getpid(), &found));
    assert_true(descendant_find(grandchild, child, &found));
    assert_false(descendant_find(child, child, &found));
    assert_false(descendant_find(getppid(), getpid(), &found));
    assert_false(descendant_find(1, getpid(), &found));
    assert_false(descendant_find(0, getpid(), &found));
    assert_false(descendant_find(-1, getpid(), &found));
    assert_true(descendant_find(grandchild, getpid(), &found));
    found.birth++; /* an earlier process with its number */
    descendant_signal(&found, SIGKILL);
    pause_for(0.1);
    assert_true(is_alive(grandchild));
    kill(grandchild, SIGKILL);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
}

/* With a terminal: the child reads from it, and Ctrl-C reaches child and command once each. */
static int terminal_child(void)
{
    struct process_result result = run_shell("read line && test \"$line\" = hello", NULL);
    if (result.exit_code != 0)
        return 10;
    result = run_shell("n=0; trap 'n=$((n+1))' INT; echo ready; "
                       "while test $n = 0; do sleep 0.05; done; sleep 0.2; exit $n",
                       NULL);
    if (result.exit_code != 1 || !result.interrupted || result.interrupt != SIGINT)
        return 20 + result.exit_code;
    return 0;
}

static bool expect(int terminal, const char *word)
{
    char seen[4096] = "";
    size_t length = 0;
    while (length < sizeof seen - 1 && !strstr(seen, word)) {
        ssize_t got = read(terminal, seen + length, sizeof seen - 1 - length);
        if (got <= 0)
            return false;
        length += (size_t)got;
        seen[length] = '\0';
    }
    return true;
}

static void shares_the_terminal(void **state)
{
    (void)state;
    int terminal, status;
    pid_t child = forkpty(&terminal, NULL, NULL, NULL);
    assert_true(child >= 0);
    if (child == 0) {
        alarm(20);
        _exit(terminal_child());
    }
    assert_int_equal(write(terminal, "hello\n", 6), 6);
    assert_true(expect(terminal, "ready"));
    assert_int_equal(write(terminal, "\003", 1), 1);
    assert_int_equal(waitpid(child, &status, 0), child);
    close(terminal);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tells_how_it_ended),
        cmocka_unit_test(reports_what_cannot_be_run),
        cmocka_unit_test(waits_for_a_while),
        cmocka_unit_test(finish_ends_what_runs),
        cmocka_unit_test(keeps_the_time_limit),
        cmocka_unit_test(keeps_the_memory_limit),
        cmocka_unit_test(leaves_no_daemon),
        cmocka_unit_test(outliving_ones_end_as_they_like),
        cmocka_unit_test(leaves_other_children_alone),
        cmocka_unit_test(forwards_signals),
        cmocka_unit_test(forwards_signals_of_the_job),
        cmocka_unit_test(second_interrupt_kills),
        cmocka_unit_test(ignored_signals_stay_ignored),
        cmocka_unit_test(puts_everything_back),
        cmocka_unit_test(gives_the_environment),
        cmocka_unit_test(captures_output),
        cmocka_unit_test(capture_does_not_hang),
        cmocka_unit_test(dies_with_the_command),
        cmocka_unit_test(tells_descendants_from_others),
        cmocka_unit_test(shares_the_terminal),
    };
    /* The parent of this process may have ignored some signals, as shells do for background
     * jobs. */
    signal(SIGINT, SIG_DFL);
    signal(SIGQUIT, SIG_DFL);
    signal(SIGHUP, SIG_DFL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}

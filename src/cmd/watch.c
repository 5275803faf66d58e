/* watch.c: the verb `watch`: runs a job, or looks at one that runs, and reports a hang. */
#include "base/clock.h"
#include "base/file.h"
#include "cmd/native.h"
#include "cmd/progress.h"
#include "cmd/run.h"
#include "report/report.h"
#include "watch/attach.h"
#include "watch/diagnose.h"

#include <limits.h>
#include <math.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LOOK_MILLISECONDS = 50, EXECUTE_SECONDS = 60 };

struct watching {
    struct native native;
    struct board board;
    struct monitor monitor;
    struct document document;
    struct progress_line line;
    double start, shown;
    bool killed; /* by --on-hang=kill */
    bool unfinished;
};

/* One line for a person: how the job is. */
static void show(struct watching *at, double now)
{
    const struct tracker *tracker = &at->monitor.tracker;
    size_t inside = 0, ended = 0;
    if (now - at->shown < 0.5)
        return;
    at->shown = now;
    for (size_t i = 0; i < tracker->count; i++) {
        inside += tracker_inside(tracker->processes[i]);
        ended += !tracker->processes[i]->vitals.alive;
    }
    progress_show(&at->line,
                  "%zu processes, %zu inside MPI, %zu ended; last progress %.1f s ago, %.0f s",
                  tracker->count, inside, ended, now - tracker->progress, now - at->start);
}

/* What is said of the job by now. */
static void describe_job(struct watching *at)
{
    at->document.ranks = tracker_size(&at->monitor.tracker);
    at->document.coverage = "one native run";
}

/* Where all ranks are, on stdout and as a file beside the findings. */
static int print_stacks(const struct watching *at, struct stack_tree *tree, struct error *error)
{
    struct text text;
    text_init(&text, REPORT_TEXT_CAP);
    stack_tree_print(tree, &text);
    int failed = output_save_text(&at->native.output, "stacks", NULL, &text, error);
    if (!failed && text.length > 0 && !output_stdout_taken(at->native.options)) {
        static const char heading[] = "\nWhere the ranks are:\n";
        failed = file_write("-", heading, sizeof heading - 1, error) != 0 ||
                 file_write("-", text.data, text.length, error) != 0;
    }
    text_free(&text);
    return failed ? -1 : 0;
}

/* exec=COMMAND: for a mail, for a debugger. The job goes on meanwhile; a command that takes long
 * goes on as well. */
static void execute(const struct watching *at, const char *command)
{
    const struct log *log = &at->native.context->log;
    const char *words[] = {"/bin/sh", "-c", command, NULL};
    pid_t pid;
    int status = 0, waited = 0;
    posix_spawnattr_t attributes; /* signals that this command holds back are not held back there */
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    int failed = posix_spawn(&pid, words[0], NULL, &attributes, (char *const *)words, environ);
    posix_spawnattr_destroy(&attributes);
    if (failed) {
        log_warning(log, "--on-hang: cannot start a shell: %s", strerror(failed));
        return;
    }
    for (int i = 0; waited == 0 && i < EXECUTE_SECONDS * 20; i++) {
        waited = waitpid(pid, &status, WNOHANG);
        if (waited == 0)
            usleep(50000);
    }
    if (waited == pid && status != 0)
        log_warning(log, "--on-hang: the command did not end with success");
}

/* The report of an alarm, at once: a job that hangs may be killed by others before it ends. Then
 * the policy, but for the end of the job: returns 1 if that is wanted. Frees the tree. */
static int publish(struct watching *at, struct stack_tree *tree, struct error *error)
{
    const struct options *options = at->native.options;
    const char *policy = options_text(options, "on-hang");
    int failed = output_save(&at->native.output, options, &at->document, error);
    if (!failed && !output_stdout_taken(options))
        failed = run_print_report(at->native.context, &at->document, error);
    if (!failed)
        failed = print_stacks(at, tree, error);
    stack_tree_free(tree);
    if (failed)
        return -1;
    if (strncmp(policy, "exec=", 5) == 0)
        execute(at, policy + 5);
    return strcmp(policy, "kill") == 0;
}

/* Returns 1 if the job is to be ended. */
static int alarm_raised(struct watching *at, double now, struct error *error)
{
    struct stack_tree tree = {0};
    struct error refused;
    progress_end(&at->line);
    describe_job(at);
    diagnose(&at->monitor, &at->board, now, &at->document, &tree, &refused);
    if (*refused.text)
        log_warning(&at->native.context->log, "the stacks of ranks cannot be seen: %s",
                    refused.text);
    int ends = publish(at, &tree, error);
    at->killed = ends > 0;
    return ends;
}

/* An alarm that was none: what it says becomes a note. */
static void alarm_withdrawn(struct watching *at, double now)
{
    size_t count = at->document.finding_count;
    if (count > 0) { /* it may have been suppressed */
        at->document.findings[count - 1].rule = "hang.slow";
        at->document.findings[count - 1].severity = SEVERITY_NOTE;
    }
    at->document.verdict = VERDICT_CLEAN;
    log_info(&at->native.context->log, "the job moves again after %.1f s: the alarm is withdrawn",
             now - at->monitor.since + at->monitor.limit);
}

static int follow(struct watching *at, struct process *process, struct error *error)
{
    int failed = 0;
    while (!failed && !process_wait(process, LOOK_MILLISECONDS)) {
        double now = clock_seconds();
        enum monitor_state before = at->monitor.state;
        bool changed = monitor_look(&at->monitor, &at->board, now);
        show(at, now);
        if (!changed)
            continue;
        if (at->monitor.state == MONITOR_HEALTHY)
            alarm_withdrawn(at, now);
        else if (before == MONITOR_HEALTHY)
            failed = alarm_raised(at, now, error);
    }
    progress_end(&at->line);
    return failed < 0 ? -1 : 0;
}

static void describe(struct watching *at, const struct process_result *result)
{
    struct document *document = &at->document;
    const struct tracker *tracker = &at->monitor.tracker;
    document_add_stat(document, "seconds", result->seconds);
    document_add_stat(document, "processes", (double)tracker->count);
    document_add_stat(document, "longest_still", at->monitor.longest);
    document_add_stat(document, "alarms_withdrawn", (double)at->monitor.withdrawn);
    document_add_stat(document, "exit_code", result->exit_code);
    if (!at->killed && at->monitor.state == MONITOR_HEALTHY)
        native_describe_end(result, "one native run, in which no hang was seen",
                            "The command did not end with success. No hang was seen before.",
                            document);
}

static int finish(struct watching *at, const struct process_result *result, int *code,
                  struct error *error)
{
    const struct options *options = at->native.options;
    size_t told = at->document.finding_count;
    describe_job(at);
    describe(at, result);
    if (output_save(&at->native.output, options, &at->document, error) != 0 ||
        output_views(options, &at->document, error) != 0)
        return -1;
    for (size_t i = told; i < at->document.finding_count; i++)
        log_error(&at->native.context->log, "%s", at->document.findings[i].headline);
    if (at->monitor.tracker.count == 0)
        log_warning(&at->native.context->log,
                    "no process called MPI_Init: nothing could be watched");
    *code = output_exit_code(options, &at->document);
    return 0;
}

static int check_options(const struct options *options, double *budget, struct error *error)
{
    const char *policy = options_text(options, "on-hang"), *number;
    char *end;
    number = options_text(options, "false-alarms-per-day");
    *budget = strtod(number, &end);
    if (strcmp(policy, "report") != 0 && strcmp(policy, "kill") != 0 &&
        strncmp(policy, "exec=", 5) != 0)
        return error_set(error, ERROR_USAGE,
                         "--on-hang: \"%s\" is none of report, kill or exec=COMMAND", policy);
    if (end == number || *end || !(*budget > 0) || *budget > 1e6)
        return error_set(error, ERROR_USAGE,
                         "--false-alarms-per-day: \"%s\" is no positive number, such as 0.001",
                         number);
    return 0;
}

static int watch_job(struct watching *at, int *code, struct error *error)
{
    struct process *process;
    struct process_result result;
    double budget;
    if (check_options(at->native.options, &budget, error) != 0 ||
        native_open_directory(&at->native, "watch", error) != 0 ||
        board_create(&at->board, error) != 0)
        return -1;
    const char *variables[] = {
        native_preload(&at->native, "beacon", error),
        arena_printf(&at->native.arena, BEACON_VARIABLE "=%s", at->board.path), NULL};
    at->native.outlives = true;
    if (!variables[0] || native_start(&at->native, variables, &process, error) != 0)
        return -1;
    at->start = clock_seconds();
    monitor_start(&at->monitor, budget, at->start);
    int failed = follow(at, process, error);
    process_finish(process, &result);
    if (!failed)
        failed = finish(at, &result, code, error);
    monitor_free(&at->monitor);
    return failed;
}

/* "123,456" */
static int read_pids(struct watching *at, pid_t **pids, size_t *count, struct error *error)
{
    const char *text = options_text(at->native.options, "pid");
    char *end;
    for (const char *rest = text;; rest = end + 1) {
        long number = strtol(rest, &end, 10);
        if (end == rest || number < 1 || number > INT_MAX || (*end && *end != ','))
            return error_set(error, ERROR_USAGE,
                             "--pid: \"%s\" is no list of process numbers, such as 123,456", text);
        *arena_push(&at->native.arena, *pids, *count) = (pid_t)number;
        if (!*end)
            return 0;
    }
}

/* Looks until the job hangs, has ended, or somebody has enough. */
static void follow_attached(struct watching *at, struct attach *attach)
{
    double limit = options_seconds(at->native.options, "time-limit");
    size_t alive = attach->count;
    int interrupted = -1;
    sigset_t signals;
    process_hold_signals(&signals);
    while (alive > 0 && !attach->hangs && interrupted < 0 &&
           (limit <= 0 || clock_seconds() - at->start < limit)) {
        progress_show(&at->line, "%zu of %zu processes, %llu looks at their stacks, %.0f s", alive,
                      attach->count, (unsigned long long)attach->looks_taken,
                      clock_seconds() - at->start);
        struct timespec pause = {(time_t)attach->pause, (long)(fmod(attach->pause, 1) * 1e9)};
        interrupted = sigtimedwait(&signals, NULL, &pause);
        alive = attach_look(attach);
    }
    at->unfinished = alive > 0 && !attach->hangs;
    progress_end(&at->line);
}

static int report_attached(struct watching *at, struct attach *attach, struct error *error)
{
    struct stack_tree tree = {0};
    attach_diagnose(attach, &at->document, &tree);
    int ends = publish(at, &tree, error);
    for (size_t i = 0; ends > 0 && i < attach->count; i++)
        kill(attach->ranks[i].pid, SIGTERM);
    return ends < 0 ? -1 : 0;
}

/* --pid: a job that runs already. */
static int watch_running(struct watching *at, int *code, struct error *error)
{
    struct attach attach;
    pid_t *pids = NULL;
    size_t count = 0;
    double budget;
    struct document *document = &at->document;
    if (read_pids(at, &pids, &count, error) != 0 ||
        check_options(at->native.options, &budget, error) != 0)
        return -1;
    int failed = attach_open(&attach, pids, count, error);
    if (!failed)
        failed = output_open(&at->native.output, at->native.options, error);
    if (!failed) {
        attach_start(&attach, strcmp(options_text(at->native.options, "model"), "parastack") == 0,
                     budget);
        follow_attached(at, &attach);
        document->ranks = (int)attach.count;
        document->coverage = "a job that was running, from outside";
        document_add_stat(document, "seconds", clock_seconds() - at->start);
        document_add_stat(document, "processes", (double)attach.count);
        document_add_stat(document, "looks", (double)attach.looks_taken);
        document_add_stat(document, "longest_stop_us", attach.stopped_us);
        document_add_stat(document, "alarms_withdrawn", (double)attach.withdrawn);
        if (attach.hangs)
            failed = report_attached(at, &attach, error);
        else if (at->unfinished)
            document->verdict = VERDICT_INCOMPLETE;
    }
    attach_close(&attach);
    if (failed || output_save(&at->native.output, at->native.options, document, error) != 0 ||
        output_views(at->native.options, document, error) != 0)
        return -1;
    *code = output_exit_code(at->native.options, document);
    return 0;
}

static int start_job(struct watching *at, int *code, struct error *error)
{
    size_t count;
    options_operands(at->native.options, &count);
    if (count == 0)
        return error_set(error, ERROR_USAGE,
                         "'tutti watch' needs a job to run, or --pid and a job that runs");
    if (native_open(&at->native, at->native.context, at->native.options, error) != 0)
        return -1;
    at->document.mpi = mpi_flavour_name(at->native.line.programs[0].flavour);
    return watch_job(at, code, error);
}

static int run_watch(const struct context *context, const struct options *options)
{
    struct watching at = {.native = {.context = context, .options = options},
                          .line = progress_begin(&context->log),
                          .start = clock_seconds()};
    struct error error;
    int code = EXIT_CLEAN;
    document_init(&at.document, "watch");
    output_describe(context, &at.document);
    int failed = options_given(options, "pid") ? watch_running(&at, &code, &error)
                                               : start_job(&at, &code, &error);
    if (failed)
        code = verb_fail(context, &error);
    board_close(&at.board);
    document_free(&at.document);
    native_close(&at.native);
    return code;
}

static const struct option watch_options[] = {
    {.name = "pid",
     .kind = OPTION_TEXT,
     .argument = "PID,...",
     .help = "watch processes that run already: ranks of a job, or its mpiexec on this machine"},
    {.name = "model",
     .kind = OPTION_CHOICE,
     .argument = "MODEL",
     .choices = "progress|parastack",
     .initial = "progress",
     .help =
         "with --pid, how a hang is told: by the history of the job, or as ParaStack does, which "
         "looks at few ranks and needs many"},
    {.name = "on-hang",
     .kind = OPTION_TEXT,
     .argument = "ACTION",
     .initial = "report",
     .help =
         "what to do besides the report: report (nothing), kill (end the job), or exec=COMMAND"},
    {.name = "false-alarms-per-day",
     .kind = OPTION_TEXT,
     .argument = "NUMBER",
     .initial = "0.001",
     .help = "how often an alarm without a proof may be wrong, for a job that runs all day"},
    {.name = NULL},
};

const struct verb verb_watch = {
    .command =
        {.name = "watch",
         .summary = "runs a job and reports a hang within seconds",
         .synopsis = "[options] -- LAUNCHER... PROGRAM [ARGUMENTS] | --pid=PID,...",
         .description =
             "Runs the command, for example mpiexec -n 64 ./app, and watches where its ranks are. "
             "A "
             "deadlock among MPI calls is proved, and reported a second after it happened. Any "
             "other hang shows as a job in which no rank moves for longer than its own history "
             "makes likely: there is no time limit to choose. The report says which ranks to look "
             "at and what every rank does.\n\n"
             "A rank pays a few nanoseconds per call. Works for unmodified programs in C, C++ and "
             "Fortran that are linked dynamically to MPICH or Open MPI.",
         .operands = OPERANDS_PROGRAM_OR_NONE,
         .options = watch_options},
    .run = run_watch,
};

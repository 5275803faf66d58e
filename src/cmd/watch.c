/* watch.c: the verb `watch`: runs a job, or looks at one that runs, and reports a hang. */
#include "base/clock.h"
#include "base/file.h"
#include "cmd/jobs/watching.h"
#include "launch/slurm.h"
#include "watch/diagnose/groups.h"

#include <ctype.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { LOOK_MILLISECONDS = 50, SHOWN_LINES = 12, TEXT_CAP = 1 << 20 };

/* For a person: how the job is, a line for each group of ranks. */
static void show(struct watching *at, double now)
{
    const struct tracker *tracker = &at->monitor.tracker;
    struct text text;
    if (now - at->shown < 0.5)
        return;
    at->shown = now;
    text_init(&text, TEXT_CAP);
    text_addf(&text, "%zu processes, last progress %.1f s ago, %.0f s", tracker->count,
              now - tracker->progress, now - at->start);
    if (at->hub)
        text_addf(&text, ", monitors of %zu other nodes, %zu lost", hub_nodes(at->hub),
                  hub_lost(at->hub));
    if (at->monitor.withdrawn > 0)
        text_addf(&text, ", %zu alarms withdrawn", at->monitor.withdrawn);
    text_add(&text, "\n");
    groups_print(tracker, now, SHOWN_LINES, &text);
    progress_show_lines(&at->line, text.data);
    text_free(&text);
}

/* What other nodes say. Whoever is lost takes the history of the job with it. */
static double hear_nodes(struct watching *at, double now)
{
    if (!at->hub)
        return now;
    if (!hub_pump(at->hub, now))
        monitor_forget(&at->monitor);
    for (char *note; (note = hub_note(at->hub)) != NULL; free(note)) {
        progress_end(&at->line);
        log_warning(&at->native.context->log, "%s", note);
    }
    return hub_horizon(at->hub, now);
}

static void sample(struct watching *at, double now)
{
    const struct parastack *paper = at->monitor.paper;
    size_t count = 0;
    double pause = paper && at->monitor.doubted <= 0 ? paper->pause : SAMPLER_PAUSE;
    if (at->sampler.count == 0 || now - at->sampled < pause)
        return;
    at->sampled = now;
    const uint32_t *only = monitor_wants(&at->monitor, &count);
    sampler_look(&at->sampler, only, count, &at->board);
}

/* One look at the job. Returns 1 if it is to be ended, -1 on error. */
static int look(struct watching *at, struct error *error)
{
    double now = clock_seconds(), horizon = hear_nodes(at, now);
    enum monitor_state before = at->monitor.state;
    sample(at, now);
    bool changed = monitor_look(&at->monitor, &at->board, now, horizon);
    show(at, now);
    watching_record(at, now);
    if (changed && at->monitor.state == MONITOR_HEALTHY)
        watching_withdraw(at, now);
    else if (changed && before == MONITOR_HEALTHY)
        return watching_alarm(at, now, error);
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

static int start_monitor(struct watching *at, struct error *error)
{
    const struct options *options = at->native.options;
    struct timespec now;
    struct monitor_options model = {
        .by_parastack = strcmp(options_text(options, "model"), "parastack") == 0,
        .from_outside = options_given(options, "pid") || options_given(options, "job")};
    clock_gettime(CLOCK_REALTIME, &now);
    model.seed = (uint64_t)now.tv_nsec;
    if (check_options(options, &model.budget, error) != 0 || watching_open_record(at, error) != 0)
        return -1;
    at->start = clock_seconds();
    monitor_start(&at->monitor, &model, at->start);
    return 0;
}

static int open_hub(struct watching *at, struct error *error)
{
    at->hub = hub_open(options_text(at->native.options, "interface"),
                       (size_t)options_number(at->native.options, "fan-out"), &at->monitor.tracker,
                       error);
    return at->hub ? 0 : -1;
}

static char *node_program(void)
{
    return file_installed("lib/tutti/tutti-watch-node");
}

/* What is the same at every end. */
static int finish(struct watching *at, double seconds, int *code, struct error *error)
{
    const struct options *options = at->native.options;
    struct document *document = &at->document;
    size_t told = document->finding_count;
    tracker_look(&at->monitor.tracker, &at->board, clock_seconds()); /* a job may be short */
    document->ranks = tracker_size(&at->monitor.tracker);
    document_add_stat(document, "seconds", seconds);
    document_add_stat(document, "processes", (double)at->monitor.tracker.count);
    document_add_stat(document, "longest_still", at->monitor.longest);
    document_add_stat(document, "alarms_withdrawn", (double)at->monitor.withdrawn);
    if (at->hub) {
        document_add_stat(document, "other_nodes", (double)hub_nodes(at->hub));
        document_add_stat(document, "nodes_lost", (double)hub_lost(at->hub));
    }
    if (at->sampler.count > 0) {
        document_add_stat(document, "looks", (double)at->sampler.looks);
        document_add_stat(document, "longest_stop_us", at->sampler.stopped_us);
        if (at->sampler.refused)
            log_warning(&at->native.context->log,
                        "cannot count how often ranks return from their calls (%s): those that "
                        "were in the same call at each look seem to have stood still. See "
                        "kernel.perf_event_paranoid, which has to be 2 or less",
                        strerror(at->sampler.refused));
    }
    if (output_save(&at->native.output, options, document, error) != 0 ||
        output_views(options, document, error) != 0)
        return -1;
    for (size_t i = told; i < document->finding_count; i++)
        log_error(&at->native.context->log, "%s", document->findings[i].headline);
    if (at->monitor.tracker.count == 0)
        log_warning(&at->native.context->log,
                    "no process called MPI_Init: nothing could be watched");
    *code = output_exit_code(options, document);
    return 0;
}

/* The variables by which the processes of the job find the board, and other nodes their monitor. */
static const char *const *job_variables(struct watching *at, struct error *error)
{
    struct arena *arena = &at->native.arena;
    const char **variables = arena_alloc(arena, 4 * sizeof *variables);
    variables[0] = native_preload(&at->native, "beacon", error);
    variables[1] = arena_printf(arena, BEACON_VARIABLE "=%s", at->board.prefix);
    if (at->hub) {
        char *program = node_program();
        variables[2] = arena_printf(arena, BEACON_MONITOR "=%s %s", program, hub_call(at->hub));
        free(program);
    }
    return variables[0] ? variables : NULL;
}

static int follow_job(struct watching *at, struct process *process, struct error *error)
{
    int ends = 0;
    while (!ends && !process_wait(process, LOOK_MILLISECONDS))
        ends = look(at, error);
    at->killed = ends > 0;
    progress_end(&at->line);
    return ends < 0 ? -1 : 0;
}

/* -- mpiexec ...: a job of its own. */
static int watch_job(struct watching *at, int *code, struct error *error)
{
    struct process *process;
    struct process_result result;
    size_t count;
    options_operands(at->native.options, &count);
    if (count == 0)
        return error_set(error, ERROR_USAGE,
                         "'tutti watch' needs a job to run, or --pid or --job and a job that runs");
    if (native_open(&at->native, at->native.context, at->native.options, error) != 0)
        return -1;
    at->document.mpi = mpi_flavour_name(at->native.line.programs[0].flavour);
    at->document.coverage = "one native run";
    if (start_monitor(at, error) != 0 || native_open_directory(&at->native, "watch", error) != 0 ||
        board_create(&at->board, error) != 0)
        return -1;
    bool other_nodes =
        launcher_leaves(&at->native.line) || options_given(at->native.options, "interface");
    if (other_nodes && open_hub(at, error) != 0)
        return -1;
    const char *const *variables = job_variables(at, error);
    at->native.outlives = true;
    if (!variables || native_start(&at->native, variables, &process, error) != 0)
        return -1;
    int failed = follow_job(at, process, error);
    if (at->hub)
        hub_end(at->hub);
    process_finish(process, &result);
    document_add_stat(&at->document, "exit_code", result.exit_code);
    if (!at->killed && !at->hangs)
        native_describe_end(&result, "one native run, in which no hang was seen",
                            "The command did not end with success. No hang was seen before.",
                            &at->document);
    return failed ? -1 : finish(at, result.seconds, code, error);
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
static int follow_running(struct watching *at, struct process *monitors, struct error *error)
{
    static const struct timespec pause = {0, LOOK_MILLISECONDS * 1000000L};
    double limit = options_seconds(at->native.options, "time-limit");
    int interrupted = -1, ends = 0;
    bool over = false;
    sigset_t signals;
    if (!monitors)
        process_hold_signals(&signals);
    while (!over && !at->hangs && ends == 0 && interrupted < 0 &&
           (limit <= 0 || clock_seconds() - at->start < limit)) {
        if (monitors)
            over = process_wait(monitors, LOOK_MILLISECONDS);
        else
            interrupted = sigtimedwait(&signals, NULL, &pause);
        ends = look(at, error);
        over = over || at->monitor.tracker.gone || (at->hub && hub_done(at->hub));
    }
    progress_end(&at->line);
    at->unfinished = !at->hangs && !at->monitor.tracker.gone;
    if (at->unfinished)
        at->document.verdict = VERDICT_INCOMPLETE;
    at->document.coverage = "a job that was running, from outside";
    return ends;
}

/* --pid: a job that runs already, on this machine. */
static int watch_processes(struct watching *at, int *code, struct error *error)
{
    pid_t *pids = NULL;
    size_t count = 0;
    if (read_pids(at, &pids, &count, error) != 0 || board_private(&at->board, error) != 0 ||
        sampler_open(&at->sampler, pids, count, error) != 0 || start_monitor(at, error) != 0 ||
        output_open(&at->native.output, at->native.options, error) != 0)
        return -1;
    sampler_start(&at->sampler, 0, &at->board);
    int ends = follow_running(at, NULL, error);
    for (size_t i = 0; ends > 0 && i < at->sampler.count; i++)
        kill(at->sampler.ranks[i].pid, SIGTERM);
    return ends < 0 ? -1 : finish(at, clock_seconds() - at->start, code, error);
}

/* --on-hang=kill, for a job of Slurm. */
static void cancel(const struct watching *at, const char *job)
{
    const char *words[] = {"scancel", job, NULL};
    char *said = NULL;
    int exit_code = 0;
    struct error error;
    if (process_capture((char *const *)words, 30, TEXT_CAP, &said, &exit_code, &error) != 0)
        log_warning(&at->native.context->log, "--on-hang=kill: %s", error.text);
    else if (exit_code != 0)
        log_warning(&at->native.context->log, "--on-hang=kill: scancel says: %s", said);
    free(said);
}

/* A monitor on each node of the job, besides its own steps. */
static int start_node_monitors(struct watching *at, const char *job, struct process **process,
                               struct error *error)
{
    struct arena *arena = &at->native.arena;
    struct process_limits limits = {0};
    int nodes;
    if (slurm_nodes(job, &nodes, error) != 0)
        return -1;
    char *program = node_program(), *count = arena_printf(arena, "%d", nodes);
    const char *words[] = {"srun",
                           "--quiet",
                           "--overlap",
                           "--job-name=tutti-watch",
                           "--mpi=none",
                           arena_printf(arena, "--jobid=%s", job),
                           "-N",
                           count,
                           "-n",
                           count,
                           "--ntasks-per-node=1",
                           arena_copy(arena, program),
                           arena_copy(arena, hub_call(at->hub)),
                           "--job",
                           job,
                           NULL};
    free(program);
    return process_start((char *const *)words, NULL, &limits, process, error);
}

/* --job: one that runs already, under Slurm. */
static int watch_slurm(struct watching *at, int *code, struct error *error)
{
    const char *job = options_text(at->native.options, "job");
    struct process *monitors;
    for (const char *digit = job; *digit || digit == job; digit++)
        if (!isdigit((unsigned char)*digit))
            return error_set(error, ERROR_USAGE, "--job: \"%s\" is no number of a job of Slurm",
                             job);
    if (start_monitor(at, error) != 0 || board_private(&at->board, error) != 0 ||
        open_hub(at, error) != 0 ||
        output_open(&at->native.output, at->native.options, error) != 0 ||
        start_node_monitors(at, job, &monitors, error) != 0)
        return -1;
    int ends = follow_running(at, monitors, error);
    hub_end(at->hub);
    process_wait(monitors, 2000);
    process_finish(monitors, NULL);
    if (ends > 0)
        cancel(at, job);
    if (ends == 0 && at->monitor.tracker.count == 0)
        return error_set(error, ERROR_FAILED,
                         "no process of job %s could be watched; what srun and the nodes said "
                         "stands above",
                         job);
    return ends < 0 ? -1 : finish(at, clock_seconds() - at->start, code, error);
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
    text_init(&at.alarms, TEXT_CAP);
    int failed = options_given(options, "pid")   ? watch_processes(&at, &code, &error)
                 : options_given(options, "job") ? watch_slurm(&at, &code, &error)
                                                 : watch_job(&at, &code, &error);
    if (failed)
        code = verb_fail(context, &error);
    if (watching_close_record(&at, &error) != 0)
        code = verb_fail(context, &error);
    hub_close(at.hub);
    sampler_close(&at.sampler);
    monitor_free(&at.monitor);
    board_close(&at.board);
    text_free(&at.alarms);
    document_free(&at.document);
    native_close(&at.native);
    return code;
}

static const struct option watch_options[] = {
    {.name = "pid",
     .kind = OPTION_TEXT,
     .argument = "PID,...",
     .help = "watch processes that run already: ranks of a job, or its mpiexec on this machine"},
    {.name = "job",
     .kind = OPTION_TEXT,
     .argument = "ID",
     .help = "watch a job of Slurm that runs already, on all its nodes"},
    {.name = "model",
     .kind = OPTION_CHOICE,
     .argument = "MODEL",
     .choices = "progress|parastack",
     .initial = "progress",
     .help =
         "how a hang is told: by proof and by the history of the job, or as ParaStack does, which "
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
    {.name = "core",
     .kind = OPTION_FLAG,
     .help = "on a hang, save core files of the ranks at fault, eight at most, in the folder of "
             "results (needs gcore of GDB)"},
    {.name = "record",
     .kind = OPTION_TEXT,
     .argument = "FILE",
     .help =
         "write down what each rank does: a line whenever that changes, with a letter per rank"},
    {.name = "interface",
     .kind = OPTION_TEXT,
     .argument = "NAME",
     .help = "let the monitors of other nodes call this network interface, such as lo or ib0; "
             "otherwise any"},
    {.name = "fan-out",
     .kind = OPTION_NUMBER,
     .argument = "N",
     .initial = "32",
     .minimum = 1,
     .maximum = 1024,
     .help = "how many monitors of other nodes talk to one"},
    {.name = NULL},
};

const struct verb verb_watch = {
    .command =
        {.name = "watch",
         .summary = "runs a job and reports a hang within seconds",
         .synopsis = "[options] -- LAUNCHER... PROGRAM [ARGUMENTS] | --pid=PID,... | --job=ID",
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

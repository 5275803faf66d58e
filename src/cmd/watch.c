/* watch.c: the verb `watch`: runs a job, or watches a running one, and reports a hang. */
#include "base/clock.h"
#include "base/file.h"
#include "cmd/jobs/watching.h"
#include "launch/slurm.h"
#include "watch/diagnose/groups.h"
#include "watch/network/node.h"
#include "watch/network/reach.h"

#include <ctype.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

enum { LOOK_MILLISECONDS = 50, SHOWN_LINES = 12, TEXT_CAP = 1 << 20 };

/* Shows the state of the job on the terminal, with a line for each group of ranks. */
static void watch_show(struct watching *at, double now)
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

/* Handles messages of other nodes. When a node is lost or comes back, resets the history of the
 * job. Returns the horizon. */
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

static void watch_sample(struct watching *at, double now)
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

/* Warns once of ranks that show nothing: when the others have had time to appear, or at the end. */
static void warn_of_unwatched(struct watching *at, double now, bool over)
{
    static const double COMING = 10;
    int size = tracker_size(&at->monitor.tracker);
    if (!at->board.job || size == 0 || at->warned)
        return;
    at->complete_by = at->complete_by > 0 ? at->complete_by : now + COMING;
    if (!over && now < at->complete_by)
        return;
    size_t missing = watching_missing(at);
    at->warned = true;
    if (missing > 0) {
        progress_end(&at->line);
        log_warning(&at->native.context->log,
                    "%zu of %d ranks are not watched: they could not reach the monitor of their "
                    "node, or had no memory or descriptor for it. The job continues",
                    missing, size);
    }
}

/* Looks at the job once. Returns whether to end it. */
static bool watch_look(struct watching *at)
{
    double now = clock_seconds(), horizon = hear_nodes(at, now);
    enum monitor_state before = at->monitor.state;
    watch_sample(at, now);
    bool changed = monitor_look(&at->monitor, &at->board, now, horizon);
    watch_show(at, now);
    warn_of_unwatched(at, now, false);
    watching_record(at, now);
    if (changed && at->monitor.state == MONITOR_HEALTHY)
        watching_withdraw(at, now);
    else if (changed && before == MONITOR_HEALTHY)
        return watching_alarm(at, now);
    return false;
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
                         "--false-alarms-per-day: \"%s\" is not a positive number, such as 0.001",
                         number);
    return 0;
}

static int watch_start_monitor(struct watching *at, struct error *error)
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

/* Chooses the address on which to listen for the monitors of these machines: a single one if
 * possible. NULL: all addresses, since it is not known which one leads to them. */
static int choose_address(const struct options *options, const struct hosts *hosts,
                          char address[REACH_ADDRESS], const char **chosen, struct error *error)
{
    const char *interface = options_text(options, "interface");
    *chosen = address;
    if (!interface && !reach_hosts(hosts->names, hosts->count, address))
        *chosen = NULL;
    if (interface && strcmp(interface, "any") == 0)
        *chosen = NULL;
    else if (interface && !reach_interface(interface, address))
        return error_set(error, ERROR_USAGE, "--interface: no interface \"%s\" has an IPv4 address",
                         interface);
    return 0;
}

static int open_hub(struct watching *at, struct hosts hosts, struct error *error)
{
    const struct options *options = at->native.options;
    char address[REACH_ADDRESS];
    const char *chosen;
    struct error ignored;
    if (choose_address(options, &hosts, address, &chosen, error) != 0)
        return -1;
    at->hub =
        hub_open(chosen, (size_t)options_number(options, "fan-out"), &at->monitor.tracker, error);
    if (!at->hub)
        return -1;
    if (secret_save(hub_secret(at->hub), &at->secret_file, &ignored) != 0)
        log_debug(&at->native.context->log,
                  "the secret of the job is in the environment of the launcher only: %s",
                  ignored.text);
    return 0;
}

/* Returns how monitors of other nodes reach this command: the first argument of
 * tutti-watch-node. */
static const char *hub_call(struct watching *at)
{
    return arena_printf(&at->native.arena, "%s %s", hub_addresses(at->hub),
                        at->secret_file ? at->secret_file : "");
}

static void close_hub(struct watching *at)
{
    if (at->secret_file)
        unlink(at->secret_file);
    free(at->secret_file);
    at->secret_file = NULL;
    hub_close(at->hub);
    at->hub = NULL;
}

static char *node_program(void)
{
    return file_installed("lib/tutti/tutti-watch-node");
}

/* Does the work that is the same at every end. */
static int watch_finish(struct watching *at, double seconds, int *code, struct error *error)
{
    const struct options *options = at->native.options;
    struct document *document = &at->document;
    size_t told = document->finding_count;
    double now = clock_seconds();
    tracker_look(&at->monitor.tracker, &at->board, now); /* a short job may have had none */
    if (!at->hub)
        warn_of_unwatched(at, now, true);
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
                        "cannot count how often ranks return from their calls (%s), so a rank that "
                        "is in the same call at each look counts as not moving. Set "
                        "kernel.perf_event_paranoid to 2 or less",
                        strerror(at->sampler.refused));
    }
    if (output_save(&at->native.output, options, document, error) != 0)
        watching_lose(at, error);
    if (output_views(options, document, error) != 0)
        watching_lose(at, error);
    for (size_t i = told; i < document->finding_count; i++)
        log_error(&at->native.context->log, "%s", document->findings[i].headline);
    if (at->monitor.tracker.count == 0 && !at->unwatched)
        log_warning(&at->native.context->log,
                    "no process called MPI_Init, or none could reach the monitor of its node: "
                    "nothing could be watched");
    *code = output_exit_code(options, document);
    if (at->lost)
        return error_set(error, ERROR_FAILED,
                         "not all results could be written: the first error is above");
    return 0;
}

/* Returns the variables by which the processes of the job find the board, and other nodes their
 * monitor. */
static const char *const *job_variables(struct watching *at, struct error *error)
{
    struct arena *arena = &at->native.arena;
    const char **variables = arena_alloc(arena, 5 * sizeof *variables);
    variables[0] = native_preload(&at->native, "beacon", error);
    variables[1] = arena_printf(arena, BEACON_VARIABLE "=%s", at->board.job);
    if (at->hub) {
        char *program = node_program();
        variables[2] = arena_printf(arena, BEACON_MONITOR "=%s %s", program, hub_call(at));
        free(program);
        const char *cores = watching_core_folder(at);
        variables[3] = cores ? arena_printf(arena, CORES_VARIABLE "=%s", cores) : NULL;
    }
    return variables[0] ? variables : NULL;
}

/* Starts the job. The secret is in the environment of the launcher only. */
static int start_job(struct watching *at, const char *const *variables, struct process **process,
                     struct error *error)
{
    if (at->hub)
        secret_lend(hub_secret(at->hub));
    int failed = native_start(&at->native, variables, process, error);
    secret_take_back();
    return failed;
}

static void follow_job(struct watching *at, struct process *process)
{
    while (!at->killed && !process_wait(process, LOOK_MILLISECONDS))
        at->killed = watch_look(at);
    progress_end(&at->line);
}

/* Prepares everything that the job needs before it starts. */
static int prepare_job(struct watching *at, const char *const **variables, struct error *error)
{
    static const char *const none[] = {NULL};
    at->document.mpi = mpi_flavour_name(at->native.line.programs[0].flavour);
    at->document.coverage = "one native run";
    at->native.outlives = true;
    at->native.is_step = options_flag(at->native.options, "transparent");
    if (watch_start_monitor(at, error) != 0 ||
        native_open_directory(&at->native, "watch", error) != 0)
        return -1;
    if (board_create(&at->board, error) != 0) {
        log_warning(&at->native.context->log, "the job runs and is not watched: %s", error->text);
        at->document.verdict = VERDICT_INCOMPLETE;
        at->unwatched = true;
        *variables = none;
        return board_private(&at->board, error);
    }
    bool other_nodes =
        launcher_leaves(&at->native.line) || options_given(at->native.options, "interface");
    if (other_nodes &&
        open_hub(at, launcher_hosts(&at->native.line, &at->native.arena), error) != 0)
        return -1;
    *variables = job_variables(at, error);
    return *variables ? 0 : -1;
}

/* --transparent: runs the command without watching it, since a batch system also starts steps that
 * are no MPI programs. Returns only if the command cannot be run. */
static int run_unwatched(struct watching *at, char *const *words, struct error *error)
{
    const struct log *log = &at->native.context->log;
    bool foreign = at->native.line.program_count == 0; /* no MPI program, such as hostname */
    if (foreign)
        log_debug(log, "not watched: %s", error->text);
    else
        log_warning(log, "not watched: %s", error->text);
    native_close(&at->native);
    close_hub(at);
    execvp(words[0], words);
    return error_errno(error, "cannot run %s", words[0]);
}

/* --transparent: makes this command end as the job did. */
static int end_as_job(const struct watching *at)
{
    const struct process_result *result = &at->result;
    if (result->signal != 0) {
        prctl(PR_SET_DUMPABLE, 0); /* the job has its core file already */
        signal(result->signal, SIG_DFL);
        raise(result->signal);
    }
    return at->killed && result->exit_code == 0 ? EXIT_FINDINGS : result->exit_code;
}

/* Runs and watches a job of its own: -- mpiexec ... */
static int watch_job(struct watching *at, int *code, struct error *error)
{
    bool transparent = options_flag(at->native.options, "transparent");
    const char *const *variables;
    struct process *process;
    struct process_result result;
    size_t count;
    char *const *words = options_operands(at->native.options, &count);
    if (count == 0)
        return error_set(error, ERROR_USAGE,
                         "'tutti watch' needs a job to run, or a running job with --pid or --job");
    if (native_open(&at->native, at->native.context, at->native.options, error) != 0 ||
        prepare_job(at, &variables, error) != 0)
        return transparent ? run_unwatched(at, words, error) : -1;
    if (start_job(at, variables, &process, error) != 0)
        return transparent ? run_unwatched(at, words, error) : -1;
    follow_job(at, process);
    if (at->hub)
        hub_end(at->hub);
    native_finish(&at->native, process, &result);
    watching_end(at, &result);
    document_add_stat(&at->document, "exit_code", result.exit_code);
    if (!at->killed && !at->hangs)
        native_describe_end(&result,
                            at->unwatched ? "one native run, which was not watched"
                                          : "one native run, in which no hang was seen",
                            "The command failed. No hang was seen before.", &at->document);
    int failed = watch_finish(at, result.seconds, code, error);
    if (transparent && failed)
        log_error(&at->native.context->log, "%s", error->text);
    at->result = result;
    at->ended = true;
    return transparent ? 0 : failed;
}

/* Reads "123,456". */
static int read_pids(struct watching *at, pid_t **pids, size_t *count, struct error *error)
{
    const char *text = options_text(at->native.options, "pid");
    char *end;
    for (const char *rest = text;; rest = end + 1) {
        long number = strtol(rest, &end, 10);
        if (end == rest || number < 1 || number > INT_MAX || (*end && *end != ','))
            return error_set(error, ERROR_USAGE,
                             "--pid: \"%s\" is not a list of process numbers, such as "
                             "123,456",
                             text);
        *arena_push(&at->native.arena, *pids, *count) = (pid_t)number;
        if (!*end)
            return 0;
    }
}

/* Looks until the job hangs or has ended, or the user interrupts. Returns whether to end the
 * job. */
static bool follow_running(struct watching *at, struct process *monitors)
{
    static const struct timespec pause = {0, LOOK_MILLISECONDS * 1000000L};
    double limit = options_seconds(at->native.options, "time-limit");
    int interrupted = -1;
    bool over = false, ends = false;
    sigset_t signals;
    if (!monitors)
        process_hold_signals(&signals);
    while (!over && !at->hangs && !ends && interrupted < 0 &&
           (limit <= 0 || clock_seconds() - at->start < limit)) {
        if (monitors)
            over = process_wait(monitors, LOOK_MILLISECONDS);
        else
            interrupted = sigtimedwait(&signals, NULL, &pause);
        ends = watch_look(at);
        over = over || at->monitor.tracker.gone || (at->hub && hub_done(at->hub));
    }
    progress_end(&at->line);
    at->unfinished = !at->hangs && !at->monitor.tracker.gone;
    if (at->unfinished)
        at->document.verdict = VERDICT_INCOMPLETE;
    at->document.coverage = "a running job, observed from outside";
    return ends;
}

/* --pid: watches a running job on this machine. */
static int watch_processes(struct watching *at, int *code, struct error *error)
{
    pid_t *pids = NULL;
    size_t count = 0;
    if (read_pids(at, &pids, &count, error) != 0 || board_private(&at->board, error) != 0 ||
        sampler_open(&at->sampler, pids, count, error) != 0 ||
        watch_start_monitor(at, error) != 0 ||
        output_open(&at->native.output, at->native.options, error) != 0)
        return -1;
    sampler_start(&at->sampler, 0, &at->board);
    bool ends = follow_running(at, NULL);
    if (ends)
        sampler_signal(&at->sampler, SIGTERM);
    return watch_finish(at, clock_seconds() - at->start, code, error);
}

/* --on-hang=kill, for a job of Slurm. */
static void watch_cancel(const struct watching *at, const char *job)
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

/* Starts a monitor on each node of the job, beside the job's own steps. */
static int start_node_monitors(struct watching *at, const char *job, struct process **process,
                               struct error *error)
{
    struct arena *arena = &at->native.arena;
    struct process_limits limits = {0};
    int nodes;
    if (slurm_nodes(job, &nodes, error) != 0)
        return -1;
    char *program = node_program(), *count = arena_printf(arena, "%d", nodes);
    const char *cores = watching_core_folder(at);
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
                           "--export=ALL",
                           "env",
                           arena_printf(arena, CORES_VARIABLE "=%s", cores ? cores : ""),
                           "nice", /* keeps env from taking a path with '=' for a variable */
                           "-n",
                           "0",
                           arena_copy(arena, program),
                           hub_call(at),
                           "--job",
                           job,
                           NULL};
    free(program);
    secret_lend(hub_secret(at->hub));
    int failed = process_start((char *const *)words, NULL, &limits, process, error);
    secret_take_back();
    return failed;
}

/* --job: watches a running job of Slurm. */
static int watch_slurm(struct watching *at, int *code, struct error *error)
{
    const char *job = options_text(at->native.options, "job");
    struct process *monitors;
    for (const char *digit = job; *digit || digit == job; digit++)
        if (!isdigit((unsigned char)*digit))
            return error_set(error, ERROR_USAGE,
                             "--job: \"%s\" is not the number of a job of "
                             "Slurm",
                             job);
    if (watch_start_monitor(at, error) != 0 || board_private(&at->board, error) != 0 ||
        open_hub(at, launcher_job_hosts(job, &at->native.arena), error) != 0 ||
        output_open(&at->native.output, at->native.options, error) != 0 ||
        start_node_monitors(at, job, &monitors, error) != 0)
        return -1;
    bool ends = follow_running(at, monitors);
    hub_end(at->hub);
    process_wait(monitors, 2000);
    process_finish(monitors, NULL);
    if (ends)
        watch_cancel(at, job);
    if (!ends && at->monitor.tracker.count == 0)
        return error_set(error, ERROR_FAILED,
                         "no process of job %s could be watched; the messages of srun and the "
                         "nodes are above",
                         job);
    return watch_finish(at, clock_seconds() - at->start, code, error);
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
    bool step = options_flag(options, "transparent"); /* runs, whatever the environment contains */
    int failed = !step && options_given(options, "pid")   ? watch_processes(&at, &code, &error)
                 : !step && options_given(options, "job") ? watch_slurm(&at, &code, &error)
                                                          : watch_job(&at, &code, &error);
    if (failed)
        code = verb_fail(context, &error);
    if (watching_close_record(&at, &error) != 0)
        code = verb_fail(context, &error);
    close_hub(&at);
    sampler_close(&at.sampler);
    monitor_free(&at.monitor);
    board_close(&at.board);
    text_free(&at.alarms);
    document_free(&at.document);
    native_close(&at.native);
    if (at.ended && step)
        code = end_as_job(&at);
    return code;
}

static const struct option watch_options[] = {
    {.name = "pid",
     .kind = OPTION_TEXT,
     .effect = EFFECT_TRUSTED,
     .argument = "PID,...",
     .help = "watch running processes: ranks of a job, or its mpiexec on this machine"},
    {.name = "job",
     .kind = OPTION_TEXT,
     .effect = EFFECT_TRUSTED,
     .argument = "ID",
     .help = "watch a running job of Slurm, on all its nodes"},
    {.name = "model",
     .kind = OPTION_CHOICE,
     .effect = EFFECT_HARMLESS,
     .argument = "MODEL",
     .choices = "progress|parastack",
     .initial = "progress",
     .help =
         "how hangs are detected: by proof and by the history of the job, or as ParaStack does, "
         "which samples a few ranks and needs a large job"},
    {.name = "on-hang",
     .kind = OPTION_TEXT,
     .effect = EFFECT_TRUSTED,
     .argument = "ACTION",
     .initial = "report",
     .help =
         "what to do besides the report: report (nothing), kill (end the job), or exec=COMMAND"},
    {.name = "false-alarms-per-day",
     .kind = OPTION_TEXT,
     .effect = EFFECT_HARMLESS,
     .argument = "NUMBER",
     .initial = "0.001",
     .help = "how many alarms without a proof may be false, per day"},
    {.name = "core",
     .kind = OPTION_FLAG,
     .effect = EFFECT_TRUSTED,
     .help = "on a hang, save core files of the ranks at fault, eight at most, in the folder of "
             "results (needs gcore of GDB)"},
    {.name = "record",
     .kind = OPTION_TEXT,
     .effect = EFFECT_TRUSTED,
     .argument = "FILE",
     .help =
         "write to this file what each rank does: a line whenever that changes, with a letter per "
         "rank"},
    {.name = "interface",
     .kind = OPTION_TEXT,
     .effect = EFFECT_TRUSTED,
     .argument = "NAME",
     .help = "the network interface that monitors of other nodes call, such as lo or ib0; any: all "
             "interfaces; default: the one that leads to the nodes of the job"},
    {.name = "transparent",
     .kind = OPTION_FLAG,
     .effect = EFFECT_HARMLESS,
     .help = "for plugins of batch systems: end as the job does, and run commands that cannot be "
             "watched, such as hostname, unwatched"},
    {.name = "fan-out",
     .kind = OPTION_NUMBER,
     .effect = EFFECT_HARMLESS,
     .argument = "N",
     .initial = "32",
     .minimum = 1,
     .maximum = 1024,
     .help = "how many monitors of other nodes connect to one monitor"},
    VERB_OPTION_JOB_TIME_LIMIT(
        "end the job after this long (also 500ms, 2m, 1h), with --pid and --job only the watch, "
        "and "
        "report what is known by then; with --transparent only the command line can say so"),
    {.name = NULL},
};

const struct verb verb_watch = {
    .command =
        {.name = "watch",
         .summary = "runs a job and reports a hang within seconds",
         .synopsis = "[options] -- LAUNCHER... PROGRAM [ARGUMENTS] | --pid=PID,... | --job=ID",
         .description =
             "Runs the command, for example mpiexec -n 64 ./app, and watches where its ranks are. "
             "It proves a deadlock among MPI calls and reports it about a second after it "
             "happened. It detects any other hang when no rank moves for longer than the job's own "
             "history makes likely; there is no time limit to choose. The report says which ranks "
             "to look at and what every rank does.\n\n"
             "A rank pays a few nanoseconds per call. Works for unmodified programs in C, C++ and "
             "Fortran that are linked dynamically to MPICH or Open MPI.",
         .operands = OPERANDS_PROGRAM_OR_NONE,
         .options = watch_options},
    .run = run_watch,
};

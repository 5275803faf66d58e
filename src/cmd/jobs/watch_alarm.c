/* watch_alarm.c: handles an alarm of `tutti watch`: its report, the stacks, core files,
 * --on-hang. */
#include "base/clock.h"
#include "base/file.h"
#include "cmd/jobs/watching.h"
#include "cmd/run.h"
#include "report/report.h"
#include "watch/diagnose/groups.h"
#include "watch/sample/saving.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { EXECUTE_SECONDS = 60, CORES = 8 };

/* Limits in seconds for looks at stacks and for core files of other nodes. */
static const double LOOK_SECONDS = 30, CORE_SECONDS = 600;
static const double ALARM_PAUSE = 0.05; /* seconds between two checks whether something has ended */
static const double RECORD_PAUSE = 0.5;

/* Returns whether the user or the batch system wants the command to end. */
static bool is_interrupted(void)
{
    static const int ending[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    sigset_t pending;
    bool any = false;
    sigpending(&pending);
    for (size_t i = 0; i < sizeof ending / sizeof *ending; i++)
        any = any || sigismember(&pending, ending[i]) == 1;
    return any;
}

/* Pauses, and meanwhile handles messages of other nodes' monitors, which would otherwise believe
 * that the command is lost. */
static void watch_alarm_pause(const struct watching *at)
{
    if (at->hub)
        hub_wait(at->hub, ALARM_PAUSE);
    else
        usleep((useconds_t)(ALARM_PAUSE * 1e6));
}

/* --on-hang=exec=COMMAND: runs a command, such as a mail or a debugger. The job continues
 * meanwhile. A command that exceeds EXECUTE_SECONDS continues, too. */
static void watch_alarm_execute(const struct watching *at, const char *command)
{
    const double end = clock_seconds() + EXECUTE_SECONDS;
    const struct log *log = &at->native.context->log;
    const char *words[] = {"/bin/sh", "-c", command, NULL};
    pid_t pid;
    int status = 0, waited = 0;
    posix_spawnattr_t attributes; /* unblocks the signals that this command blocks */
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
    while ((waited = waitpid(pid, &status, WNOHANG)) == 0 && !is_interrupted() &&
           clock_seconds() < end)
        watch_alarm_pause(at);
    if (waited == pid && status != 0)
        log_warning(log, "--on-hang: the command failed");
}

static void watch_alarm_say_notes(struct watching *at)
{
    for (char *note; at->hub && (note = hub_note(at->hub)) != NULL; free(note))
        log_info(&at->native.context->log, "%s", note);
}

const char *watching_core_folder(struct watching *at)
{
    char here[PATH_MAX];
    if (!options_flag(at->native.options, "core"))
        return NULL;
    if (at->native.output.directory)
        return at->native.output.directory;
    return getcwd(here, sizeof here) ? arena_copy(&at->native.arena, here) : NULL;
}

static void await_cores(struct watching *at, struct savings *savings)
{
    const double end = clock_seconds() + CORE_SECONDS;
    const struct log *log = &at->native.context->log;
    uint64_t rank;
    const char *sentence;
    bool busy = true, awaited = true;
    while (awaited && !is_interrupted() && clock_seconds() < end) {
        busy = savings_busy(savings);
        while (savings_next(savings, &rank, &sentence))
            log_info(log, "%s", sentence);
        awaited = busy || (at->hub && hub_cores(at->hub) > 0);
        if (awaited)
            watch_alarm_pause(at);
    }
    if (awaited)
        log_warning(log, "some core files are not complete yet: Tutti no longer waits for them");
    savings_end(savings);
}

/* --core: saves core files of the first ranks of the finding, while they stand still. */
static void save_cores(struct watching *at, const struct finding *finding)
{
    const struct tracked **ranks;
    struct arena arena = {0};
    struct savings savings = {0};
    const char *directory = watching_core_folder(at);
    int size = tracker_ranks(&at->monitor.tracker, &arena, &ranks);
    for (size_t i = 0; directory && i < finding->rank_count && i < CORES; i++) {
        int rank = finding->ranks[i];
        const struct tracked *process = rank < size ? ranks[rank] : NULL;
        if (!process || !tracker_alive(process))
            continue;
        if (process->node != 0)
            hub_save(at->hub, process);
        else
            savings_start(&savings, (uint64_t)rank, &process->identity, rank, directory);
    }
    await_cores(at, &savings);
    watch_alarm_say_notes(at);
    arena_free(&arena);
}

/* Looks at the stacks of all ranks on all nodes. */
static struct rank_look *watch_alarm_look_at_all(struct watching *at)
{
    const struct tracker *tracker = &at->monitor.tracker;
    struct arena *arena = &at->document.arena;
    struct rank_look *looks = arena_alloc(arena, (tracker->count + 1) * sizeof *looks);
    size_t count = tracker->count;
    const char *refused = NULL;
    for (size_t i = 0; i < count; i++)
        if (tracker->processes[i]->node == 0)
            rank_look_take(tracker->processes[i], arena, &looks[i]);
    if (at->hub)
        hub_look(at->hub, looks, count, arena, LOOK_SECONDS);
    for (size_t i = 0; i < count && !refused; i++)
        refused = looks[i].refused;
    if (refused)
        log_warning(&at->native.context->log, "the stacks of ranks cannot be seen: %s", refused);
    return looks;
}

static void log_alarm(struct watching *at, double now, const char *text)
{
    char stamp[64] = "";
    struct error ignored;
    time_t wall = time(NULL);
    struct tm local;
    if (localtime_r(&wall, &local))
        strftime(stamp, sizeof stamp, "%Y-%m-%d %H:%M:%S", &local);
    text_addf(&at->alarms, "%s  %.1f s after the start  %s\n", stamp, now - at->start, text);
    output_save_text(&at->native.output, "alarms", NULL, &at->alarms, &ignored);
}

/* Suggests `verify`: a communication error often occurs with a few ranks already. */
static void suggest_verify(struct watching *at, struct finding *finding)
{
    enum { RANKS = 4, LINE_CAP = 4096 };
    const struct launcher_line *line = &at->native.line;
    int ranks = tracker_size(&at->monitor.tracker);
    struct text command;
    if (line->program_count != 1 || strcmp(finding->rule, "hang.communication") != 0)
        return;
    text_init(&command, LINE_CAP);
    text_addf(&command, "tutti verify -n %d --", ranks > 0 && ranks < RANKS ? ranks : RANKS);
    for (size_t i = line->programs[0].index; i < line->word_count; i++) {
        text_add_char(&command, ' ');
        text_add_quoted(&command, line->words[i], strlen(line->words[i]));
    }
    finding->why =
        arena_printf(&at->document.arena,
                     "%s\n"
                     "To find it at small scale, with every schedule that MPI allows: %s",
                     finding->why ? finding->why : "", command.data);
    text_free(&command);
}

void watching_lose(struct watching *at, const struct error *error)
{
    if (!at->lost)
        log_error(&at->native.context->log, "%s", error->text);
    at->lost = true;
}

size_t watching_missing(const struct watching *at)
{
    const struct tracked **ranks;
    struct arena arena = {0};
    size_t missing = 0;
    int size = tracker_ranks(&at->monitor.tracker, &arena, &ranks);
    for (int i = 0; i < size; i++)
        missing += !ranks[i];
    arena_free(&arena);
    return missing;
}

/* Saves the report and prints it. If one of them fails, does the other: a full disk is no reason to
 * be silent. With --transparent, standard output belongs to the job alone: others may parse it. */
static void report_alarm(struct watching *at)
{
    const struct options *options = at->native.options;
    struct error error;
    bool transparent = options_flag(options, "transparent"), printed = false;
    int failed = output_save(&at->native.output, options, &at->document, &error);
    if (failed)
        watching_lose(at, &error);
    if (!transparent && !output_stdout_taken(options)) {
        printed = run_print_report(at->native.context, &at->document, &error) == 0;
        if (!printed)
            watching_lose(at, &error);
    }
    if (transparent || (!printed && at->lost))
        run_print_report_on_stderr(&at->document);
}

/* Returns whether --on-hang=kill may end the job. Without a proof, the others may rightly wait for
 * ranks that are not watched. */
static bool may_kill(const struct watching *at)
{
    size_t missing = at->monitor.state == MONITOR_PROVED ? 0 : watching_missing(at);
    if (missing > 0)
        log_warning(&at->native.context->log,
                    "--on-hang=kill: the job is not ended, because %zu of its ranks are not "
                    "watched and may be at work",
                    missing);
    return missing == 0;
}

bool watching_alarm(struct watching *at, double now)
{
    const struct options *options = at->native.options;
    const char *policy = options_text(options, "on-hang");
    progress_end(&at->line);
    at->hangs = true;
    diagnose(&at->monitor, watch_alarm_look_at_all(at), now, &at->document);
    struct finding *finding = &at->document.findings[at->document.finding_count - 1];
    suggest_verify(at, finding);
    log_alarm(at, now, finding->headline);
    if (options_flag(options, "core"))
        save_cores(at, finding);
    report_alarm(at);
    if (strncmp(policy, "exec=", 5) == 0)
        watch_alarm_execute(at, policy + 5);
    return strcmp(policy, "kill") == 0 && may_kill(at);
}

/* Turns the finding of the alarm into a note. */
void watching_withdraw(struct watching *at, double now)
{
    size_t count = at->document.finding_count;
    if (count > 0) { /* the finding may have been suppressed */
        at->document.findings[count - 1].rule = "hang.slow";
        at->document.findings[count - 1].severity = SEVERITY_NOTE;
    }
    at->hangs = false;
    at->document.verdict = VERDICT_CLEAN;
    log_alarm(at, now, "withdrawn: the job moves again");
    log_info(&at->native.context->log, "the job moves again after %.1f s: the alarm is withdrawn",
             now - at->monitor.since + at->monitor.limit);
}

/* A proved deadlock stays a finding, whatever exit code the launcher returns. */
void watching_end(struct watching *at, const struct process_result *result)
{
    if (!at->hangs || at->killed || at->monitor.state != MONITOR_HANGS || result->exit_code != 0 ||
        result->signal != 0 || result->interrupted || result->timed_out)
        return;
    at->monitor.withdrawn++;
    watching_withdraw(at, clock_seconds());
}

int watching_open_record(struct watching *at, struct error *error)
{
    const char *path = options_text(at->native.options, "record");
    if (!path)
        return 0;
    at->record = fopen(path, "we");
    if (!at->record)
        return error_errno(error, "--record: cannot write %s", path);
    fputs("# tutti watch record 1\n", at->record);
    return 0;
}

int watching_close_record(struct watching *at, struct error *error)
{
    FILE *record = at->record;
    at->record = NULL;
    free(at->recorded);
    if (!record)
        return 0;
    bool whole = !ferror(record);
    if (fclose(record) == 0 && whole)
        return 0;
    return error_set(error, ERROR_FAILED, "--record: cannot write all of %s: is the disk full?",
                     options_text(at->native.options, "record"));
}

void watching_record(struct watching *at, double now)
{
    const struct tracked **ranks;
    struct arena arena = {0};
    if (!at->record)
        return;
    int size = tracker_ranks(&at->monitor.tracker, &arena, &ranks);
    char *letters = arena_alloc(&arena, (size_t)size + 1);
    for (int i = 0; i < size; i++)
        letters[i] = groups_letter(ranks[i]);
    if (size > 0 && (!at->recorded || strcmp(letters, at->recorded) != 0 ||
                     now - at->recorded_at >= RECORD_PAUSE)) {
        fprintf(at->record, "%.3f %s\n", now - at->start, letters);
        fflush(at->record);
        free(at->recorded);
        at->recorded = memory_copy(letters);
        at->recorded_at = now;
    }
    arena_free(&arena);
}

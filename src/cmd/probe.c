/* probe.c: the verb `probe`: finds where the collectives of the installed MPI library break. */
#include "base/clock.h"
#include "base/file.h"
#include "cmd/jobs/probe_report.h"
#include "cmd/run.h"
#include "cmd/shared/output.h"
#include "cmd/shared/progress.h"
#include "cmd/verb.h"
#include "launch/launcher_identify.h"
#include "launch/process.h"
#include "report/report.h"
#include "scale/state.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { RANKS_MAX = 16, RANKS_HIGHEST = 100000 };

struct probing {
    const struct context *context;
    const struct options *options;
    struct arena arena;
    struct output output;
    char *scratch; /* directory for the jobs' files */
    int ranks[RANKS_MAX];
    struct probe_options probe;
    struct progress_line line;
    double start;
};

static int compare_ints(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

/* Reads "2,3,4,8". */
static int read_ranks(struct probing *at, struct error *error)
{
    const char *text = options_text(at->options, "ranks");
    char *end;
    size_t count = 0;
    for (const char *rest = text;; rest = end + 1) {
        errno = 0;
        long number = strtol(rest, &end, 10);
        if (end == rest || errno || number < 2 || number > RANKS_HIGHEST || count == RANKS_MAX ||
            (*end && *end != ','))
            return error_set(error, ERROR_USAGE,
                             "--ranks: \"%s\" is not a list of numbers of ranks from 2 on, such as "
                             "2,3,4,8 (at most %d)",
                             text, RANKS_MAX);
        at->ranks[count++] = (int)number;
        if (!*end)
            break;
    }
    qsort(at->ranks, count, sizeof *at->ranks, compare_ints);
    at->probe.ranks = at->ranks;
    at->probe.rank_count = count;
    return 0;
}

/* Reads "8G". */
static int probe_read_memory(struct probing *at, struct error *error)
{
    static const char units[] = "KMGT";
    const char *text = options_text(at->options, "memory");
    char *end;
    double number = strtod(text, &end);
    const char *unit = *end ? strchr(units, *end & ~0x20) : NULL;
    bool plain = !*end, scaled = unit && *unit && (!end[1] || strcasecmp(end + 1, "iB") == 0);
    if (end == text || (!plain && !scaled) || !(number > 0) || number > 1e15)
        return error_set(error, ERROR_USAGE,
                         "--memory: \"%s\" is not an amount of memory, such as 8G or 500M", text);
    for (const char *step = units; scaled && step <= unit; step++)
        number *= 1024;
    at->probe.job.memory = (uint64_t)number;
    return 0;
}

/* Reads "count,extent". */
static int read_axes(struct probing *at, struct error *error)
{
    char *rest = arena_copy(&at->arena, options_text(at->options, "axes")), *word;
    while ((word = strsep(&rest, ","))) {
        int axis = 0;
        while (axis < AXES && strcmp(word, axis_name((enum axis)axis)) != 0)
            axis++;
        if (axis == AXES)
            return error_set(error, ERROR_USAGE,
                             "--axes: \"%s\" is none of count, extent and displacement", word);
        at->probe.axes[axis] = true;
    }
    return 0;
}

/* Chooses the MPI: the one of --mpi, of --launcher, or of the `mpiexec` on PATH. */
static int choose_mpi(struct probing *at, struct error *error)
{
    const char *chosen = options_text(at->options, "mpi");
    const char *launcher = options_text(at->options, "launcher");
    enum mpi_flavour flavour = chosen ? mpi_flavour_from_name(chosen) : MPI_FLAVOUR_NONE;
    if (flavour == MPI_FLAVOUR_NONE) {
        enum launcher_kind kind = LAUNCHER_NONE;
        bool prte;
        struct error ignored;
        const char *word = launcher ? launcher + strspn(launcher, " ") : "mpiexec";
        word = arena_copy_bytes(&at->arena, word, strcspn(word, " "));
        if (launcher_identify(word, &at->arena, &kind, &prte, launcher ? error : &ignored) != 0 &&
            launcher)
            return -1;
        flavour = launcher_flavour(kind);
    }
    char *program = flavour != MPI_FLAVOUR_NONE ? job_program(flavour) : NULL;
    if (flavour == MPI_FLAVOUR_NONE) {
        flavour = MPI_FLAVOUR_MPICH;
        program = job_program(flavour);
        if (!program)
            program = job_program(flavour = MPI_FLAVOUR_OPENMPI);
    }
    at->probe.job.flavour = flavour;
    at->probe.job.launcher = launcher;
    if (!program)
        return error_set(error, ERROR_FAILED,
                         "this Tutti was built without %s: install its development package and "
                         "build again; `tutti doctor` says more",
                         mpi_flavour_title(flavour));
    at->probe.job.program = arena_copy(&at->arena, program);
    free(program);
    return 0;
}

static void probe_show_progress(void *context, const struct probe_progress *progress)
{
    struct probing *at = context;
    progress_show(&at->line, "%zu of %zu, %s on %d ranks, %zu trials, %zu problem%s, %.0f s",
                  progress->done, progress->total, progress->function, progress->ranks,
                  progress->trials, progress->problems, progress->problems == 1 ? "" : "s",
                  clock_seconds() - at->start);
}

static int open_folders(struct probing *at, struct error *error)
{
    const char *resumed = options_text(at->options, "resume");
    if (resumed) {
        char *trials = memory_printf("%s/" STATE_NAME, resumed);
        int there = access(trials, R_OK);
        free(trials);
        if (there != 0)
            return error_set(error, ERROR_USAGE, "there is no probe to resume in %s", resumed);
    }
    if (output_open_in(&at->output, at->options, resumed, error) != 0)
        return -1;
    char *scratch = NULL;
    if (!at->output.directory) {
        if (file_make_temporary("tutti-probe-", &scratch, error) != 0)
            return -1;
    } else {
        scratch = memory_printf("%s/job", at->output.directory);
        if (file_make_directory(scratch, error) != 0) {
            free(scratch);
            return -1;
        }
    }
    at->scratch = scratch;
    at->probe.directory = at->output.directory;
    at->probe.resume = resumed != NULL;
    at->probe.job.directory = at->scratch;
    return 0;
}

static void close_folders(struct probing *at)
{
    struct error error;
    if (at->scratch && file_remove_directory(at->scratch, &error) != 0)
        log_warning(&at->context->log, "%s", error.text);
    free(at->scratch);
    output_close(&at->output);
}

static int read_options(struct probing *at, struct error *error)
{
    double seconds = options_seconds(at->options, "time-limit");
    at->probe.functions = options_text(at->options, "functions");
    at->probe.algorithms = options_text(at->options, "algorithm");
    at->probe.progress = probe_show_progress;
    at->probe.context = at;
    at->probe.job.patience = options_seconds(at->options, "patience");
    at->probe.job.point_seconds = options_seconds(at->options, "trial-limit");
    at->probe.job.deadline = seconds > 0 ? at->start + seconds : 0;
    bool bad = read_ranks(at, error) != 0 || probe_read_memory(at, error) != 0 ||
               read_axes(at, error) != 0 || choose_mpi(at, error) != 0;
    return bad ? -1 : 0;
}

static void probe_describe(const struct probing *at, const struct probe_result *result,
                           struct document *document)
{
    document_init(document, "probe");
    output_describe(at->context, document);
    document->mpi = mpi_flavour_name(at->probe.job.flavour);
    probe_add_findings(result, document);
    if (result->stopped && document->verdict == VERDICT_CLEAN)
        document->verdict = VERDICT_INCOMPLETE;
    document->unfinished = result->stopped;
    document->coverage = arena_printf(
        &document->arena, "%s %s, %zu function%s on %s ranks, with %s of memory%s%s",
        mpi_flavour_title(at->probe.job.flavour), result->profile.version, result->functions,
        result->functions == 1 ? "" : "s", options_text(at->options, "ranks"),
        options_text(at->options, "memory"),
        result->limited > 0
            ? arena_printf(&document->arena, ", which cut %zu trials short", result->limited)
            : "",
        result->stopped ? "; stopped before all was tried" : "");
    document_add_stat(document, "seconds", clock_seconds() - at->start);
    document_add_stat(document, "functions", (double)result->functions);
    document_add_stat(document, "trials", (double)result->trials);
    document_add_stat(document, "problems", (double)result->profile.problem_count);
    document_add_stat(document, "cut_short", (double)result->limited);
    if (result->damaged > 0)
        document_add_stat(document, "trials_damaged", (double)result->damaged);
    document_add_stat(document, "not_seen_again", (double)result->unreproduced);
}

static int save_profile(const struct probing *at, const struct probe_result *result,
                        struct error *error)
{
    struct text text;
    text_init(&text, REPORT_TEXT_CAP);
    profile_print(&result->profile, &text);
    int failed = output_save_text(&at->output, "probe.json", options_text(at->options, "profile"),
                                  &text, error);
    text_free(&text);
    return failed;
}

static int save_regions(const struct probing *at, const struct probe_result *result,
                        const struct document *document, struct error *error)
{
    struct text text;
    text_init(&text, REPORT_TEXT_CAP);
    probe_print_regions(result, document, &text);
    int failed = output_save_text(&at->output, "regions.html", NULL, &text, error);
    text_free(&text);
    return failed;
}

static bool stdout_taken(const struct options *options)
{
    const char *profile = options_text(options, "profile");
    return output_stdout_taken(options) || (profile && strcmp(profile, "-") == 0);
}

static int probe_print(const struct probing *at, const struct probe_result *result,
                       const struct document *document, struct error *error)
{
    struct text table;
    if (stdout_taken(at->options))
        return 0;
    text_init(&table, REPORT_TEXT_CAP);
    probe_print_table(result, &table);
    int failed = file_write("-", table.data, table.length, error);
    text_free(&table);
    return failed ? -1 : run_print_report(at->context, document, error);
}

static int cmd_probe_report(const struct probing *at, const struct probe_result *result,
                            struct error *error)
{
    struct document document;
    probe_describe(at, result, &document);
    int failed = save_profile(at, result, error) != 0 ||
                 output_save(&at->output, at->options, &document, error) != 0 ||
                 save_regions(at, result, &document, error) != 0 ||
                 output_views(at->options, &document, error) != 0 ||
                 probe_print(at, result, &document, error) != 0;
    int code = failed ? verb_fail(at->context, error) : output_exit_code(at->options, &document);
    document_free(&document);
    return code;
}

static int run_probe(const struct context *context, const struct options *options)
{
    struct probing at = {.context = context,
                         .options = options,
                         .line = progress_begin(&context->log),
                         .start = clock_seconds()};
    struct probe_result result = {0};
    struct error error, later;
    int code;
    if (read_options(&at, &error) != 0 || open_folders(&at, &error) != 0) {
        code = verb_fail(context, &error);
    } else {
        process_hold_signals(&at.probe.job.signals);
        int failed = probe_run(&at.probe, &result, &error);
        progress_end(&at.line);
        if (*result.note)
            log_warning(&context->log, "%s", result.note);
        if (result.damaged > 0)
            log_warning(&context->log,
                        "%s/" STATE_NAME " is damaged: %zu of its trials were made again",
                        at.output.directory, result.damaged);
        if (failed) {
            result.stopped = true;
            if (result.trials > 0)
                cmd_probe_report(&at, &result, &later);
            code = verb_fail(context, &error);
        } else {
            code = cmd_probe_report(&at, &result, &error);
        }
        if (result.stopped && at.output.directory)
            log_info(&context->log, "`--resume=%s` with the same command continues the probe",
                     at.output.directory);
    }
    probe_free(&result);
    close_folders(&at);
    arena_free(&at.arena);
    return code;
}

static const struct option probe_options[] = {
    {.name = "mpi",
     .kind = OPTION_CHOICE,
     .effect = EFFECT_HARMLESS,
     .argument = "MPI",
     .choices = "mpich|openmpi|abi",
     .help = "which MPI; otherwise that of the launcher, or of `mpiexec`"},
    {.name = "ranks",
     .letter = 'n',
     .kind = OPTION_TEXT,
     .effect = EFFECT_HARMLESS,
     .argument = "N,N,...",
     .initial = "2,3,4,8",
     .help = "the numbers of ranks to try"},
    {.name = "memory",
     .kind = OPTION_TEXT,
     .effect = EFFECT_HARMLESS,
     .argument = "BYTES",
     .initial = "8G",
     .help = "memory limit of all ranks together; trials that need more are skipped"},
    {.name = "functions",
     .kind = OPTION_TEXT,
     .effect = EFFECT_HARMLESS,
     .argument = "PATTERNS",
     .help = "try only these functions, such as 'MPI_*gather*,MPI_Ibcast'"},
    {.name = "axes",
     .kind = OPTION_TEXT,
     .effect = EFFECT_HARMLESS,
     .argument = "AXIS,...",
     .initial = "count,extent,displacement",
     .help = "what grows: count moves gigabytes, extent and displacement take seconds"},
    {.name = "algorithm",
     .kind = OPTION_TEXT,
     .effect = EFFECT_HARMLESS,
     .argument = "FUNCTION:NAME,...",
     .help = "make the library use this algorithm, such as gather:binomial, and try only the "
             "functions so named; shows what the library selects with more ranks"},
    {.name = "launcher",
     .kind = OPTION_TEXT,
     .effect = EFFECT_TRUSTED,
     .argument = "COMMAND",
     .help =
         "start trials with this command, such as 'mpiexec -hosts a,b' or 'srun --mpi=pmi2'; -n is "
         "added"},
    {.name = "profile",
     .kind = OPTION_FILE,
     .effect = EFFECT_TRUSTED,
     .argument = "FILE",
     .help = "write the profile to this file too; - is standard output"},
    {.name = "resume",
     .kind = OPTION_DIRECTORY,
     .effect = EFFECT_TRUSTED,
     .argument = "DIR",
     .help = "continue the stopped probe that wrote this folder"},
    {.name = "patience",
     .kind = OPTION_SECONDS,
     .effect = EFFECT_HARMLESS,
     .argument = "SECONDS",
     .initial = "15",
     .minimum = 1,
     .help = "a trial counts as hung when for this long no rank has touched new memory or ended"},
    {.name = "trial-limit",
     .kind = OPTION_SECONDS,
     .effect = EFFECT_HARMLESS,
     .argument = "SECONDS",
     .initial = "10m",
     .minimum = 1,
     .help = "give up a trial that takes longer, even if it makes progress"},
    {.name = NULL},
};

const struct verb verb_probe = {
    .command =
        {.name = "probe",
         .summary = "where the collectives of the installed MPI library break",
         .synopsis = "[options]",
         .description =
             "Calls each collective of the installed MPI, and large point-to-point, with growing "
             "counts, extents and displacements and several numbers of ranks, and checks the data "
             "that arrive. If a call crashes, hangs, returns an error or delivers wrong data, it "
             "searches for the bound and for the rule behind it.\n\n"
             "Buffers take little memory: the same pages are mapped many times, or never touched. "
             "If there is enough memory, each failure is tried once more with ordinary memory. A "
             "trial that runs out of memory says nothing about the library.\n\n"
             "`tutti guard` reads the profile, probe.json in the folder of results. A probe that "
             "was stopped by Ctrl-C or by --time-limit keeps its results, and --resume continues "
             "it.",
         .operands = OPERANDS_NONE,
         .options = probe_options},
    .run = run_probe,
};

/* guard.c: the verb `guard`: runs a job and steps around the scaling problems that it meets. */
#include "base/clock.h"
#include "base/file.h"
#include "base/memory.h"
#include "cmd/guard_check.h"
#include "cmd/guard_reader.h"
#include "cmd/output.h"
#include "cmd/verb.h"
#include "launch/launcher.h"
#include "launch/process.h"
#include "report/report.h"
#include "runtime/guard/format.h"
#include "scale/profile.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PROFILE_CAP = 16 << 20, SETTINGS_CAP = 16 << 20 };

/* Compiled in from src/scale/profiles. */
extern const char profile_mpich_4_0_2[], profile_openmpi_4_1_4[];
extern const size_t profile_mpich_4_0_2_length, profile_openmpi_4_1_4_length;

struct guard {
    const struct context *context;
    const struct options *options;
    struct arena arena;
    struct launcher_line line;
    struct output output;
    struct text settings;
    char *directory; /* where the guests write; the output's, or a temporary one */
};

/* A profile as the guests read it (runtime/guard/format.h). Class D needs none. */
static void flatten(const struct profile *profile, struct text *out)
{
    static const char classes[] = "DGX";
    text_addf(out, "profile %s %s\n", profile->library, profile->version);
    for (size_t i = 0; i < profile->problem_count; i++) {
        const struct profile_problem *problem = &profile->problems[i];
        if (problem->class == PROFILE_DISPLACEMENT || problem->algorithm)
            continue;
        text_addf(out, "limit %s %d %c %d %llu %d %d\n", problem->function, problem->in_place,
                  classes[problem->class], (int)problem->quantity,
                  (unsigned long long)problem->limit, problem->min_ranks, problem->power_of_two);
    }
}

static int parse_profile(struct profile *profile, const char *name, const char *bytes,
                         size_t length, struct error *error)
{
    if (profile_parse(profile, name, bytes, length, error) == 0)
        return 0;
    error->kind = ERROR_USAGE;
    return -1;
}

/* The user's profile, or the one that is compiled in for the flavour. A guest takes it only if it
 * is of its library. */
static int load_profile(const struct guard *guard, struct profile *profile, struct error *error)
{
    const char *file = options_text(guard->options, "profile");
    if (!file && guard->line.programs[0].flavour == MPI_FLAVOUR_MPICH)
        return parse_profile(profile, "mpich-4.0.2", profile_mpich_4_0_2,
                             profile_mpich_4_0_2_length, error);
    if (!file)
        return parse_profile(profile, "openmpi-4.1.4", profile_openmpi_4_1_4,
                             profile_openmpi_4_1_4_length, error);
    char *bytes;
    size_t length;
    if (file_read(file, PROFILE_CAP, &bytes, &length, error) != 0) {
        error->kind = ERROR_USAGE;
        return -1;
    }
    int failed = parse_profile(profile, file, bytes, length, error);
    free(bytes);
    return failed;
}

static int open_directory(struct guard *guard, struct error *error)
{
    if (output_open(&guard->output, guard->options, error) != 0)
        return -1;
    if (guard->output.directory) {
        guard->directory = memory_copy(guard->output.directory);
        return 0;
    }
    const char *temporary = getenv("TMPDIR");
    guard->directory = memory_printf("%s/tutti-guard-XXXXXX", temporary ? temporary : "/tmp");
    if (!mkdtemp(guard->directory)) {
        error_errno(error, "cannot make a temporary folder %s", guard->directory);
        free(guard->directory);
        guard->directory = NULL;
        return -1;
    }
    return 0;
}

static void close_directory(struct guard *guard)
{
    struct error error;
    if (guard->directory && !guard->output.directory &&
        file_remove_directory(guard->directory, &error) != 0)
        log_warning(&guard->context->log, "%s", error.text);
    free(guard->directory);
    output_close(&guard->output);
}

/* Returns the file of the settings. */
static const char *write_settings(struct guard *guard, struct error *error)
{
    const char *path = arena_printf(&guard->arena, "%s/settings", guard->directory);
    text_addf(&guard->settings, "directory %s\n", guard->directory);
    if (options_flag(guard->options, "dry-run"))
        text_add(&guard->settings, "dry-run\n");
    return file_write(path, guard->settings.data, guard->settings.length, error) == 0 ? path : NULL;
}

/* The variables that load the guest into a program. */
static int make_variables(struct guard *guard, const char *variables[3], struct error *error)
{
    enum mpi_flavour flavour = guard->line.programs[0].flavour;
    char *relative =
        arena_printf(&guard->arena, "lib/tutti/libtutti-guard-%s.so", mpi_flavour_name(flavour));
    char *guest = file_installed(relative);
    int failed = access(guest, R_OK);
    variables[0] = arena_printf(&guard->arena, "LD_PRELOAD=%s", guest);
    free(guest);
    if (failed)
        return error_set(error, ERROR_FAILED,
                         "this Tutti was built without %s, which the program uses: install its "
                         "development package and build again; `tutti doctor` says more",
                         mpi_flavour_title(flavour));
    const char *settings = write_settings(guard, error);
    if (!settings)
        return -1;
    variables[1] = arena_printf(&guard->arena, GUARD_SETTINGS "=%s", settings);
    variables[2] = NULL;
    return 0;
}

static void describe_end(const struct process_result *result, const struct guard_totals *totals,
                         struct document *document)
{
    document->coverage = "one native run, with the calls that it made";
    if (result->timed_out || result->interrupted) {
        document->unfinished = true;
        if (document->verdict == VERDICT_CLEAN)
            document->verdict = VERDICT_INCOMPLETE;
        document->coverage = result->timed_out ? "one native run, stopped at the time limit"
                                               : "one native run, interrupted";
        return;
    }
    if (result->exit_code == 0)
        return;
    bool by_signal = result->signal != 0;
    struct finding *finding = document_add(document, by_signal ? "crash.signal" : "crash.exit");
    finding->headline =
        by_signal
            ? arena_printf(&document->arena, "the run ended by signal %d (%s)", result->signal,
                           strsignal(result->signal))
            : arena_printf(&document->arena, "the run ended with exit code %d", result->exit_code);
    finding->why = totals->repairs > 0
                       ? "The command did not end with success, though calls were repaired: see "
                         "the notes for which ones."
                       : "The command did not end with success. No call of it was repaired.";
}

static void add_stat(struct document *document, const char *name, double value)
{
    *arena_push(&document->arena, document->stats, document->stat_count) =
        (struct stat_value){name, value};
}

static void describe(struct guard *guard, const struct process_result *result,
                     const struct guard_totals *totals, struct document *document)
{
    document->ranks = totals->ranks;
    document->mpi = mpi_flavour_name(guard->line.programs[0].flavour);
    add_stat(document, "seconds", result->seconds);
    add_stat(document, "processes", totals->processes);
    add_stat(document, "calls", (double)totals->calls);
    add_stat(document, "triggers", (double)totals->triggers);
    add_stat(document, "repairs", (double)totals->repairs);
    add_stat(document, "repair_seconds", (double)totals->nanoseconds / 1e9);
    add_stat(document, "exit_code", result->exit_code);
    describe_end(result, totals, document);
}

static void summarise(const struct guard *guard, const struct guard_totals *totals)
{
    const struct log *log = &guard->context->log;
    if (totals->processes == 0)
        log_warning(log, "no process of the program said anything: did it start, and does it call "
                         "MPI_Init and MPI_Finalize?");
    else if (totals->unmatched)
        log_warning(log,
                    "no profile is for the library of the program (%s): only displacements are "
                    "guarded. `tutti probe` makes a profile",
                    totals->version);
    log_info(log,
             "%llu collective calls of %d processes; %llu met a trigger, %llu repaired, at a "
             "cost of %.6f s%s%s",
             (unsigned long long)totals->calls, totals->processes,
             (unsigned long long)totals->triggers, (unsigned long long)totals->repairs,
             (double)totals->nanoseconds / 1e9, guard->output.directory ? "; kept in " : "",
             guard->output.directory ? guard->output.directory : "");
}

/* What a person reads; nothing where nothing was met: the output is the program's. */
static int print_report(const struct guard *guard, const struct document *document,
                        struct error *error)
{
    if (document->finding_count == 0 || output_stdout_taken(guard->options))
        return 0;
    struct text text;
    text_init(&text, REPORT_TEXT_CAP);
    report_print_text(document, guard->context->color, &text);
    int failed = file_write("-", text.data, text.length, error);
    text_free(&text);
    return failed;
}

static int finish(struct guard *guard, const struct process_result *result, int *code,
                  struct error *error)
{
    struct document document;
    struct guard_totals totals;
    document_init(&document, "guard");
    output_describe(guard->context, &document);
    document.verdict = VERDICT_CLEAN;
    int failed = guard_read(guard->directory, &document, &totals, error);
    if (!failed) {
        describe(guard, result, &totals, &document);
        failed = output_save(&guard->output, guard->options, &document, error);
    }
    if (!failed)
        failed = output_views(guard->options, &document, error);
    if (!failed)
        failed = print_report(guard, &document, error);
    if (!failed) {
        summarise(guard, &totals);
        *code = output_exit_code(guard->options, &document);
    }
    document_free(&document);
    return failed;
}

static int follow(struct guard *guard, int *code, struct error *error)
{
    const char *variables[3];
    struct process *process;
    struct process_result result;
    if (make_variables(guard, variables, error) != 0)
        return -1;
    char **words = launcher_words(&guard->line, variables, &guard->arena);
    struct process_limits limits = {.seconds = options_seconds(guard->options, "time-limit")};
    if (process_start(words, NULL, &limits, &process, error) != 0)
        return -1;
    process_wait(process, -1);
    process_finish(process, &result);
    return finish(guard, &result, code, error);
}

static void describe_check(const struct guard *guard, const struct guard_check_result *result,
                           struct document *document)
{
    document->mpi = mpi_flavour_name(guard->line.programs[0].flavour);
    add_stat(document, "replays", (double)result->tried);
    add_stat(document, "passed", (double)result->passed);
    add_stat(document, "untried", (double)result->untried);
    document->coverage = "the failures that the profile has counts for, once each";
    if (result->untried > 0 || result->stopped) {
        document->unfinished = true;
        if (document->verdict == VERDICT_CLEAN)
            document->verdict = VERDICT_INCOMPLETE;
    }
}

/* --self-check: not the program, but trials of what the profile says. */
static int check(struct guard *guard, const struct profile *profile, int *code, struct error *error)
{
    double seconds = options_seconds(guard->options, "time-limit");
    struct document document;
    struct guard_check_result result;
    const char *variables[3];
    if (make_variables(guard, variables, error) != 0)
        return -1;
    struct guard_check check = {.flavour = guard->line.programs[0].flavour,
                                .directory = guard->directory,
                                .variables = variables,
                                .deadline = seconds > 0 ? clock_seconds() + seconds : 0};
    document_init(&document, "guard");
    output_describe(guard->context, &document);
    document.verdict = VERDICT_CLEAN;
    int failed = guard_check(&check, profile, &document, &result, error);
    if (!failed) {
        describe_check(guard, &result, &document);
        failed = output_save(&guard->output, guard->options, &document, error) != 0 ||
                 output_views(guard->options, &document, error) != 0 ||
                 print_report(guard, &document, error) != 0;
    }
    if (!failed) {
        log_info(&guard->context->log,
                 "%zu of %zu failures of the profile pass with the guard; "
                 "%zu could not be tried",
                 result.passed, result.tried, result.untried);
        *code = output_exit_code(guard->options, &document);
    }
    document_free(&document);
    return failed ? -1 : 0;
}

static int run_guard(struct guard *guard, int *code, struct error *error)
{
    struct profile profile;
    if (load_profile(guard, &profile, error) != 0)
        return -1;
    flatten(&profile, &guard->settings);
    int failed = open_directory(guard, error);
    if (!failed)
        failed = options_flag(guard->options, "self-check") ? check(guard, &profile, code, error)
                                                            : follow(guard, code, error);
    profile_free(&profile);
    return failed;
}

static int guard_run(const struct context *context, const struct options *options)
{
    struct guard guard = {.context = context, .options = options};
    struct error error;
    int code = EXIT_CLEAN;
    text_init(&guard.settings, SETTINGS_CAP);
    if (launcher_parse(options_operands(options, NULL), &guard.arena, &guard.line, &error) != 0 ||
        run_guard(&guard, &code, &error) != 0)
        code = verb_fail(context, &error);
    close_directory(&guard);
    text_free(&guard.settings);
    arena_free(&guard.arena);
    return code;
}

static const struct option guard_options[] = {
    {.name = "profile",
     .kind = OPTION_FILE,
     .argument = "FILE",
     .help = "where this library breaks, as `tutti probe` writes it; without it, what Tutti knows "
             "of MPICH 4.0.2 and Open MPI 4.1.4"},
    {.name = "self-check",
     .kind = OPTION_FLAG,
     .help = "do not run the program: try the failures of the profile for its MPI, with the guard "
             "on"},
    {.name = "dry-run", .kind = OPTION_FLAG, .help = "only report; leave all calls as they are"},
    {.name = NULL},
};

const struct verb verb_guard = {
    .command =
        {.name = "guard",
         .summary = "runs a job and steps around scaling problems of its MPI",
         .synopsis = "[options] -- LAUNCHER... PROGRAM [ARGUMENTS]",
         .description =
             "Runs the command, for example mpiexec -n 64 ./app, and looks at each "
             "collective call. Displacements that did not fit into an int are recovered "
             "from the counts, where the counts prove them. Calls that reach a size at which "
             "the MPI library is known to break are made in another way: with larger "
             "datatypes, in pieces, or by another function. Nonblocking calls stay "
             "nonblocking. Works for unmodified programs in C, C++ and Fortran that are "
             "linked dynamically to MPICH or Open MPI.\n\n"
             "Each rank decides alone, and calls that need no repair cost next to nothing. "
             "What was met is reported at the end: as a note if it was repaired, as an error "
             "if no repair fits. The exit code is 0 if all was repaired, and 1 if something "
             "was not, with --dry-run, or when the command did not end with success.",
         .operands = OPERANDS_PROGRAM,
         .options = guard_options},
    .run = guard_run,
};

/* guard.c: the verb `guard`: runs a job, and avoids the scaling problems that it meets. */
#include "base/clock.h"
#include "base/file.h"
#include "base/memory.h"
#include "cmd/jobs/guard_check.h"
#include "cmd/jobs/guard_reader.h"
#include "cmd/run.h"
#include "cmd/shared/native.h"
#include "runtime/guard/format.h"
#include "scale/profile.h"

#include <stdlib.h>
#include <string.h>

enum { PROFILE_CAP = 16 << 20, SETTINGS_CAP = 16 << 20 };

/* Compiled in from src/scale/profiles. */
extern const char profile_mpich_4_0_2[], profile_openmpi_4_1_4[];
extern const size_t profile_mpich_4_0_2_length, profile_openmpi_4_1_4_length;

struct guard {
    struct native native;
    struct text settings;
};

/* Writes a profile in the form that the guests read (runtime/guard/format.h). Class D needs no
 * entries. */
static void guard_flatten(const struct profile *profile, struct text *out)
{
    text_addf(out, "profile %s %s\n", profile->library, profile->version);
    for (size_t i = 0; i < profile->problem_count; i++) {
        const struct profile_problem *problem = &profile->problems[i];
        if (problem->class == PROFILE_DISPLACEMENT || problem->algorithm)
            continue;
        text_addf(out, "limit %s %d %s %d %llu %d %d\n", problem->function, problem->in_place,
                  profile_class_name(problem->class), quantity_number(problem->quantity),
                  (unsigned long long)problem->limit, problem->min_ranks, problem->power_of_two);
    }
}

/* Loads the user's profile, or the compiled-in one for the flavour. A guest uses it only if it is
 * for its library. */
static int load_profile(const struct guard *guard, struct profile *profile, struct error *error)
{
    const char *file = options_text(guard->native.options, "profile");
    if (!file && guard->native.line.programs[0].flavour == MPI_FLAVOUR_MPICH)
        return profile_parse(profile, "mpich-4.0.2", profile_mpich_4_0_2,
                             profile_mpich_4_0_2_length, error);
    if (!file)
        return profile_parse(profile, "openmpi-4.1.4", profile_openmpi_4_1_4,
                             profile_openmpi_4_1_4_length, error);
    char *bytes;
    size_t length;
    if (file_read(file, PROFILE_CAP, &bytes, &length, error) != 0) {
        error->kind = ERROR_USAGE;
        return -1;
    }
    int failed = profile_parse(profile, file, bytes, length, error);
    free(bytes);
    return failed;
}

/* Writes the settings; returns the path of the file. */
static const char *write_settings(struct guard *guard, struct error *error)
{
    const char *path = arena_printf(&guard->native.arena, "%s/settings", guard->native.directory);
    text_addf(&guard->settings, "directory %s\n", guard->native.directory);
    if (options_flag(guard->native.options, "dry-run"))
        text_add(&guard->settings, "dry-run\n");
    return file_write(path, guard->settings.data, guard->settings.length, error) == 0 ? path : NULL;
}

/* Makes the variables that load the guest into a program. */
static int make_variables(struct guard *guard, const char *variables[3], struct error *error)
{
    variables[0] = native_preload(&guard->native, "guard", error);
    const char *settings = variables[0] ? write_settings(guard, error) : NULL;
    if (!settings)
        return -1;
    variables[1] = arena_printf(&guard->native.arena, GUARD_SETTINGS "=%s", settings);
    variables[2] = NULL;
    return 0;
}

static void guard_describe(struct guard *guard, const struct process_result *result,
                           const struct guard_totals *totals, struct document *document)
{
    document->ranks = totals->ranks;
    document->mpi = mpi_flavour_name(guard->native.line.programs[0].flavour);
    document_add_stat(document, "seconds", result->seconds);
    document_add_stat(document, "processes", totals->processes);
    document_add_stat(document, "calls", (double)totals->calls);
    document_add_stat(document, "triggers", (double)totals->triggers);
    document_add_stat(document, "repairs", (double)totals->repairs);
    document_add_stat(document, "repair_seconds", (double)totals->nanoseconds / 1e9);
    document_add_stat(document, "exit_code", result->exit_code);
    native_describe_end(
        result, "one native run, with the calls that it made",
        totals->repairs > 0
            ? "The command failed although calls were repaired; the notes list them."
            : "The command failed. No call was repaired.",
        document);
}

static void guard_summarise(const struct guard *guard, const struct guard_totals *totals)
{
    const struct log *log = &guard->native.context->log;
    if (totals->processes == 0)
        log_warning(log, "no process of the program reported anything: did it start, and does it "
                         "call MPI_Init and MPI_Finalize?");
    else if (totals->unmatched)
        log_warning(log,
                    "there is no profile for the library of the program (%s): only displacements "
                    "are guarded. `tutti probe` makes a profile",
                    totals->version);
    log_info(log,
             "%llu collective calls of %d processes; %llu at risk, %llu repaired, at a cost of "
             "%.6f s%s%s",
             (unsigned long long)totals->calls, totals->processes,
             (unsigned long long)totals->triggers, (unsigned long long)totals->repairs,
             (double)totals->nanoseconds / 1e9, guard->native.output.directory ? "; kept in " : "",
             guard->native.output.directory ? guard->native.output.directory : "");
}

/* Prints the report for the user; prints nothing if there are no findings: the output is the
 * program's. */
static int guard_print_report(const struct guard *guard, const struct document *document,
                              struct error *error)
{
    if (document->finding_count == 0 || output_stdout_taken(guard->native.options))
        return 0;
    return run_print_report(guard->native.context, document, error);
}

/* Writes all results that can be written, even if one fails. The error is the first failure. */
static int guard_write_results(const struct guard *guard, struct document *document,
                               struct error *error)
{
    struct error later;
    int failed = output_save(&guard->native.output, guard->native.options, document, error);
    if (output_views(guard->native.options, document, failed ? &later : error) != 0)
        failed = -1;
    if (guard_print_report(guard, document, failed ? &later : error) != 0)
        failed = -1;
    if (failed && document->finding_count > 0)
        run_print_report_on_stderr(document);
    return failed;
}

static int guard_finish(struct guard *guard, const struct process_result *result, int *code,
                        struct error *error)
{
    struct document document;
    struct guard_totals totals;
    document_init(&document, "guard");
    output_describe(guard->native.context, &document);
    document.verdict = VERDICT_CLEAN;
    int failed = guard_read(guard->native.directory, &document, &totals, error);
    if (!failed) {
        guard_describe(guard, result, &totals, &document);
        failed = guard_write_results(guard, &document, error);
        guard_summarise(guard, &totals);
    }
    if (!failed)
        *code = output_exit_code(guard->native.options, &document);
    document_free(&document);
    return failed;
}

static int guard_follow(struct guard *guard, int *code, struct error *error)
{
    const char *variables[3];
    struct process *process;
    struct process_result result;
    if (make_variables(guard, variables, error) != 0)
        return -1;
    if (native_start(&guard->native, variables, &process, error) != 0)
        return -1;
    process_wait(process, -1);
    native_finish(&guard->native, process, &result);
    return guard_finish(guard, &result, code, error);
}

static void describe_check(const struct guard *guard, const struct guard_check_result *result,
                           struct document *document)
{
    document->mpi = mpi_flavour_name(guard->native.line.programs[0].flavour);
    document_add_stat(document, "replays", (double)result->tried);
    document_add_stat(document, "passed", (double)result->passed);
    document_add_stat(document, "untried", (double)result->untried);
    document->coverage = "each failure for which the profile has counts, once";
    if (result->untried > 0 || result->stopped) {
        document->unfinished = true;
        if (document->verdict == VERDICT_CLEAN)
            document->verdict = VERDICT_INCOMPLETE;
    }
}

/* --self-check: runs trials of the profile instead of the program. */
static int cmd_guard_check(struct guard *guard, const struct profile *profile, int *code,
                           struct error *error)
{
    double seconds = options_seconds(guard->native.options, "time-limit");
    struct document document;
    struct guard_check_result result;
    const char *variables[3];
    if (make_variables(guard, variables, error) != 0)
        return -1;
    struct guard_check check = {.flavour = guard->native.line.programs[0].flavour,
                                .directory = guard->native.directory,
                                .variables = variables,
                                .deadline = seconds > 0 ? clock_seconds() + seconds : 0};
    document_init(&document, "guard");
    output_describe(guard->native.context, &document);
    document.verdict = VERDICT_CLEAN;
    int failed = guard_check(&check, profile, &document, &result, error);
    if (!failed) {
        describe_check(guard, &result, &document);
        failed = guard_write_results(guard, &document, error);
    }
    if (!failed) {
        log_info(&guard->native.context->log,
                 "%zu of %zu failures of the profile pass with the guard; "
                 "%zu could not be tried",
                 result.passed, result.tried, result.untried);
        *code = output_exit_code(guard->native.options, &document);
    }
    document_free(&document);
    return failed;
}

static int run_guard(struct guard *guard, int *code, struct error *error)
{
    struct profile profile;
    if (load_profile(guard, &profile, error) != 0)
        return -1;
    guard_flatten(&profile, &guard->settings);
    int failed = native_open_directory(&guard->native, "guard", error);
    if (!failed)
        failed = options_flag(guard->native.options, "self-check")
                     ? cmd_guard_check(guard, &profile, code, error)
                     : guard_follow(guard, code, error);
    profile_free(&profile);
    return failed;
}

static int guard_run(const struct context *context, const struct options *options)
{
    struct guard guard = {0};
    struct error error;
    int code = EXIT_CLEAN;
    text_init(&guard.settings, SETTINGS_CAP);
    if (native_open(&guard.native, context, options, &error) != 0 ||
        run_guard(&guard, &code, &error) != 0)
        code = verb_fail(context, &error);
    native_close(&guard.native);
    text_free(&guard.settings);
    return code;
}

static const struct option guard_options[] = {
    {.name = "profile",
     .kind = OPTION_FILE,
     .effect = EFFECT_HARMLESS,
     .argument = "FILE",
     .help = "profile of where this library breaks, written by `tutti probe`; default: the "
             "built-in profiles of MPICH 4.0.2 and Open MPI 4.1.4"},
    {.name = "self-check",
     .kind = OPTION_FLAG,
     .effect = EFFECT_HARMLESS,
     .help = "do not run the program; instead try the failures in the profile of its MPI, with the "
             "guard on"},
    {.name = "dry-run",
     .kind = OPTION_FLAG,
     .effect = EFFECT_HARMLESS,
     .help = "only report; leave all calls as they are"},
    VERB_OPTION_JOB_TIME_LIMIT(
        "end the job after this long (also 500ms, 2m, 1h) and report what is known by then"),
    {.name = NULL},
};

const struct verb verb_guard = {
    .command =
        {.name = "guard",
         .summary = "runs a job and works around scaling problems of its MPI",
         .synopsis = "[options] -- LAUNCHER... PROGRAM [ARGUMENTS]",
         .description =
             "Runs the command, for example mpiexec -n 64 ./app, and looks at each collective "
             "call. It recovers displacements that did not fit into an int, if the counts prove "
             "them. It replaces calls that reach a size at which the MPI library is known to "
             "break: by a call with larger datatypes, by several smaller calls, or by another "
             "function. Nonblocking calls stay nonblocking. Works for unmodified programs in C, "
             "C++ and Fortran that are linked dynamically to MPICH or Open MPI.\n\n"
             "Each rank decides alone, and calls that need no repair cost next to nothing. At the "
             "end, guard reports each problem: as a note if it was repaired, as an error if no "
             "repair fits. The exit code is 0 if everything was repaired; it is 1 if something was "
             "not, with --dry-run, or if the command failed.",
         .operands = OPERANDS_PROGRAM,
         .options = guard_options},
    .run = guard_run,
};

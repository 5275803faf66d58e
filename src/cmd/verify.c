/* verify.c: the verb `verify`: every schedule that MPI allows. */
#include "base/file.h"
#include "base/memory.h"
#include "cmd/build.h"
#include "cmd/output.h"
#include "cmd/progress.h"
#include "cmd/run.h"
#include "explore/explore.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void show_progress(void *context, const struct spread_progress *progress, size_t findings)
{
    struct progress_line *line = context;
    double total = progress->weight > 0 ? (double)progress->done / progress->weight : 0;
    double left = progress->rate > 0 ? (total - (double)progress->done) / progress->rate : 0;
    const char *processes = progress->processes > 1 ? " on several nodes" : "";
    progress_show(
        line,
        "%llu executions%s, %.0f/s, %llu pending, %zu finding%s, %.3g %% done, about %.0f "
        "s left, depth %u",
        (unsigned long long)progress->done, processes, progress->rate,
        (unsigned long long)progress->pending, findings, findings == 1 ? "" : "s",
        100 * progress->weight, left > 0 ? left : 0, progress->depth);
}

/* What cannot be written does not keep the rest from being shown. */
static int finish(const struct context *context, const struct options *options,
                  const struct output *output, struct document *document,
                  const struct explore_result *result, struct error *error)
{
    struct error later;
    if (output->directory)
        run_add_replay_commands(output->directory, document);
    int failed = output_save(output, options, document, error);
    if (!failed)
        failed = run_save_records(output->directory, result->records, result->record_count, error);
    if (output_views(options, document, failed ? &later : error) != 0)
        failed = -1;
    if (!output_stdout_taken(options) &&
        run_print_report(context, document, failed ? &later : error) != 0)
        failed = -1;
    return failed;
}

/* The search could not begin, or not go on: what was found so far is kept. */
static int fail(const struct context *context, const struct options *options,
                const struct output *output, struct document *document,
                const struct explore_result *result, const struct error *error)
{
    struct error later;
    if (result->end.count.done > 0)
        finish(context, options, output, document, result, &later);
    else if (output->directory && !options_flag(options, "resume"))
        rmdir(output->directory); /* if nothing is in it */
    return verb_fail(context, error);
}

/* Calls that are not there yet, mostly. Nothing is found, but that is no clean bill. */
static int exit_code(const struct context *context, const struct options *options,
                     const struct document *document, const struct explore_result *result)
{
    if (result->given_up)
        log_error(&context->log, "%llu execution%s could not be had: %s",
                  (unsigned long long)result->end.count.failed,
                  result->end.count.failed == 1 ? "" : "s", result->given_up);
    return result->given_up && document->verdict == VERDICT_INCOMPLETE
               ? ERROR_FAILED
               : output_exit_code(options, document);
}

static int search(const struct context *context, const struct options *options,
                  const struct explore_options *exploring, const struct decisions *record,
                  const struct output *output, struct document *document)
{
    struct error error;
    struct explore_result result;
    int failed = explore(exploring, record, document, &result, &error);
    progress_end(exploring->context);
    int code = 0;
    if (result.end.outcome == SPREAD_HELPED)
        code = failed ? verb_fail(context, &error) : EXIT_CLEAN;
    else if (failed)
        code = fail(context, options, output, document, &result, &error);
    else if (finish(context, options, output, document, &result, &error) != 0)
        code = verb_fail(context, &error);
    else
        code = exit_code(context, options, document, &result);
    if (result.different)
        log_warning(&context->log,
                    "the program depends on something outside MPI (time, random numbers, "
                    "addresses, memory that is not initialised, files): %s. So nothing is proven",
                    result.different);
    if (result.end.outcome != SPREAD_COMPLETE && result.end.outcome != SPREAD_HELPED &&
        !result.different && output->directory)
        log_info(&context->log, "`--resume --out=%s` with the same command goes on with the search",
                 output->directory);
    explore_free(&result);
    return code;
}

static int verify(const struct context *context, const struct options *options,
                  struct decisions *record)
{
    struct error error;
    char *guest;
    struct output output = {NULL};
    if (run_find_guest(record->mpi, &guest, &error) != 0)
        return verb_fail(context, &error);
    bool both = strcmp(record->buffering, "both") == 0;
    struct world_options world = {
        .scheduler = {.ranks = record->ranks,
                      .buffered = strcmp(record->buffering, "zero") != 0,
                      .rendezvous = strcmp(record->buffering, "zero") == 0,
                      .synchronising = strcmp(record->collectives, "synchronising") == 0,
                      .seconds = run_execution_seconds(options)},
        .guest = guest,
        .program = record->words,
        .input = record->input,
        .debugged = -1,
        .repeats = true,
        .snapshot_bytes = (size_t)1 << 30,
    };
    struct progress_line line = progress_begin(&context->log);
    struct document document;
    document_init(&document, "verify");
    output_describe(context, &document);
    document.directory = arena_copy(&document.arena, record->directory);
    document.ranks = record->ranks;
    document.mpi = record->mpi;
    document.buffering = record->buffering;
    int code, process, processes;
    /* The first of several processes has the results; the others only work. */
    if (spread_place(&process, &processes, &error) != 0 ||
        (process == 0 && output_open_search(&output, options, &error) != 0)) {
        code = verb_fail(context, &error);
    } else {
        line.wanted = line.wanted && process == 0;
        struct explore_options exploring = {
            .world = &world,
            .both = both,
            .poll_bound = (uint32_t)options_number(options, "poll-bound"),
            .seed = (uint64_t)options_number(options, "seed"),
            .snapshots = (size_t)options_number(options, "snapshots"),
            .stop_at_first = options_flag(options, "stop-at-first"),
            .interleavings = (size_t)options_number(options, "interleavings"),
            .spread = {.workers = (int)options_number(options, "jobs"),
                       .directory = output.directory,
                       .resume = options_flag(options, "resume"),
                       .max_items = (uint64_t)options_number(options, "max-executions"),
                       .seconds = options_seconds(options, "time-limit")},
            .progress = show_progress,
            .context = &line};
        if (both)
            record->buffering = "infinite"; /* how the executions of the search are had again */
        code = search(context, options, &exploring, record, &output, &document);
    }
    output_close(&output);
    document_free(&document);
    free(guest);
    return code;
}

static int run_verify(const struct context *context, const struct options *options)
{
    struct error error;
    struct decisions record = {0};
    struct build build;
    int code;
    if (build_program(options, false, &build, &error) == 0 &&
        run_describe(options, build.program, false, &record, &error) == 0) {
        run_close_input(context, &record);
        code = verify(context, options, &record);
    } else {
        code = verb_fail(context, &error);
    }
    decisions_free(&record);
    build_free(&build);
    return code;
}

static const struct option verify_options[] = {
    RUN_OPTIONS_WORLD,
    {.name = "poll-bound",
     .kind = OPTION_NUMBER,
     .argument = "N",
     .initial = "1",
     .minimum = 0,
     .maximum = 1000,
     .help = "how often in a row MPI_Test, MPI_Iprobe and their relatives find nothing where they "
             "could find something"},
    {.name = "max-executions",
     .kind = OPTION_NUMBER,
     .argument = "N",
     .initial = "0",
     .minimum = 0,
     .maximum = LONG_MAX,
     .help = "stop after so many executions; 0: all"},
    RUN_OPTION_EXECUTION_LIMIT("60"),
    RUN_OPTION_STOP_AT_FIRST,
    {.name = "seed",
     .kind = OPTION_NUMBER,
     .argument = "N",
     .initial = "0",
     .minimum = 0,
     .maximum = LONG_MAX,
     .help = "which alternatives are tried first: another number looks at another part of a tree "
             "that is too large"},
    {.name = "snapshots",
     .kind = OPTION_NUMBER,
     .argument = "N",
     .initial = "100",
     .minimum = 0,
     .maximum = 1000000,
     .off = true,
     .help = "how many states of an execution are kept at a time, for others to start from; off: "
             "each starts at MPI_Init"},
    RUN_OPTION_RESUME,
    VERB_OPTION_JOBS("executions"),
    {.name = "interleavings",
     .kind = OPTION_NUMBER,
     .argument = "N",
     .initial = "20",
     .minimum = 0,
     .maximum = 10000,
     .help = "how many executions the report shows step by step, half of them for those that fail"},
    {.name = NULL},
};

const struct verb verb_verify = {
    .command = {.name = "verify",
                .summary = "every schedule that MPI allows, proved right or refuted",
                .synopsis = "-n N [options] -- PROGRAM [ARGUMENTS]",
                .description =
                    "Executes a program once for every way in which its messages can match: every "
                    "sender that a receive from any source can take from, every request that "
                    "MPI_Waitany can complete, every answer of MPI_Test and MPI_Iprobe. What goes "
                    "wrong in any of them is found, with the shortest list of choices that leads "
                    "to it; `tutti replay` shows it again.\n\n"
                    "Executions that differ only in the order of independent matches are the same, "
                    "and are done once. Standard sends are taken to be buffered; that a deadlock "
                    "is avoided only by a buffer is found along the way (send.buffering).\n\n"
                    "The verdict is for this number of ranks and this input. A search that was "
                    "stopped by its budget or by Ctrl-C has exit code 4 if nothing was found, and "
                    "goes on with --resume. Started under mpiexec or srun, the processes share one "
                    "search.",
                .operands = OPERANDS_PROGRAM,
                .options = verify_options},
    .run = run_verify,
};

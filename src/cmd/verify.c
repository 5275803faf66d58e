/* verify.c: the verb `verify`: executes every schedule that MPI allows. */
#include "cmd/run.h"
#include "cmd/shared/build.h"
#include "cmd/shared/recorded.h"
#include "cmd/shared/searching.h"
#include "cmd/shared/warnings.h"
#include "explore/explore.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void verify_show_progress(void *context, const struct spread_progress *progress,
                                 size_t findings)
{
    struct progress_line *line = context;
    char part[64] = "";
    double total = progress->weight > 0 ? (double)progress->done / progress->weight : 0;
    double left = progress->rate > 0 ? (total - (double)progress->done) / progress->rate : 0;
    if (progress->weight > 0)
        snprintf(part, sizeof part, "%.3g %% done, about %.0f s left, ", 100 * progress->weight,
                 left > 0 ? left : 0);
    const char *processes = progress->processes > 1 ? " on several nodes" : "";
    progress_show(line, "%llu executions%s, %.0f/s, %llu pending, %zu finding%s, %sdepth %u",
                  (unsigned long long)progress->done, processes, progress->rate,
                  (unsigned long long)progress->pending, findings, findings == 1 ? "" : "s", part,
                  progress->depth);
}

/* Returns the program with its options, for the command line of another search. */
static const char *program_words(const struct options *options, struct arena *arena)
{
    static const char *const names[] = {"mpi", "cflags", "libs"};
    const char *command = "";
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = options_text(options, names[i]);
        if (value)
            command =
                arena_printf(arena, "%s--%s=%s ", command, names[i], run_shell_word(arena, value));
    }
    command = arena_printf(arena, "%s--", command);
    for (char *const *word = options_operands(options, NULL); *word; word++)
        command = arena_printf(arena, "%s %s", command, run_shell_word(arena, *word));
    return command;
}

/* Returns advice on conflicts: executions that run at the same time may conflict in files outside
 * the program's folder, or if they could not get folders of their own. */
static const char *other_ways(const struct explore_result *result, struct searching *search)
{
    struct arena *arena = &search->document.arena;
    if (result->together)
        return arena_printf(arena,
                            ". It writes files, and executions share its folder, because %s: if "
                            "they conflict there, use -j1 to run one execution after the other",
                            result->together);
    return result->end.count.workers > 1 ? ". If it writes files by absolute paths, use -j1 to run "
                                           "one execution after the other"
                                         : "";
}

static int verify_search(struct searching *search, const struct explore_options *exploring,
                         const struct record *record, const char *warnings)
{
    struct error error;
    struct explore_result result;
    struct document warned = {0};
    int failed = explore(exploring, record, &search->document, &result, &error);
    if (!failed && warnings)
        failed = warnings_read(warnings, &warned, &error);
    if (!failed && warnings)
        warnings_merge(&warned,
                       &(struct warnings_seen){
                           .complete = result.whole,
                           .ranks = record->ranks,
                           .program = program_words(search->options, &search->document.arena)},
                       &search->document);
    const struct searching_end end = {.spread = &result.end,
                                      .records = result.shown.records,
                                      .record_count = result.shown.record_count,
                                      .item = "execution",
                                      .given_up = result.given_up,
                                      .final = result.different != NULL};
    int code = searching_report(search, &end, failed != 0, &error);
    if (result.different)
        log_warning(&search->context->log,
                    "the program depends on something outside MPI (time, random numbers, the order "
                    "of threads, addresses, uninitialised memory, files): %s. So nothing is "
                    "proven%s",
                    result.different, other_ways(&result, search));
    explore_free(&result);
    document_free(&warned);
    return code;
}

static int verify_in(struct searching *at, const struct world_options *world, struct record *record,
                     const char *warnings)
{
    const struct options *options = at->options;
    struct explore_options exploring = {
        .world = world,
        .both = record->buffering == BUFFERING_BOTH,
        .waiting = record->collectives == COLLECTIVES_BOTH,
        .poll_bound = (uint32_t)options_number(options, "poll-bound"),
        .seed = (uint64_t)options_number(options, "seed"),
        .snapshots = (size_t)options_number(options, "snapshots"),
        .stop_at_first = options_flag(options, "stop-at-first"),
        .interleavings = (size_t)options_number(options, "interleavings"),
        .spread = {.workers = (int)options_number(options, "jobs"),
                   .directory = at->output.directory,
                   .resume = options_flag(options, "resume"),
                   .max_items = (uint64_t)options_number(options, "max-executions")},
        .deadline = searching_deadline(at->context, options),
        .progress = verify_show_progress,
        .context = &at->line};
    if (exploring.waiting)
        record->collectives = COLLECTIVES_MINIMAL;
    if (exploring.both)
        record->buffering = BUFFERING_INFINITE; /* the buffering with which to replay the executions
                                                   of the search */
    return verify_search(at, &exploring, record, warnings);
}

static int verify_execute(const struct context *context, const struct options *options,
                          struct record *record, const char *warnings)
{
    struct error error;
    struct searching search;
    char *guest;
    if (run_find_guest(record, &guest, &error) != 0)
        return verb_fail(context, &error);
    struct world_options world = searching_world(options, record, guest);
    world.program = record->words;
    world.start_directory = record->directory;
    world.input = record->input;
    world.snapshot_bytes = (size_t)1 << 30;
    world.stop_at_first = options_flag(options, "stop-at-first");
    int code = searching_open(&search, context, options, record, &error) == 0
                   ? verify_in(&search, &world, record, warnings)
                   : verb_fail(context, &error);
    searching_close(&search);
    free(guest);
    return code;
}

/* --from: takes the settings of an earlier run without its choices, all of which are tried here. */
static int describe_from(const struct context *context, const struct options *options,
                         struct record *recorded, struct record *record, struct error *error)
{
    size_t operands;
    options_operands(options, &operands);
    if (operands > 0)
        return error_set(error, ERROR_USAGE,
                         "--from already says what to execute: name no program");
    if (recorded_load(options_text(options, "from"), recorded, error) != 0)
        return -1;
    if (options_given(options, "ranks"))
        recorded->ranks = (int)options_number(options, "ranks");
    recorded->test = NULL;
    recorded->explored = false;
    recorded->choices = NULL;
    recorded->choice_count = 0;
    recorded->buffering = buffering_mode_of(options_text(options, "buffering"));
    recorded->collectives = collective_mode_of(options_text(options, "collectives"));
    return recorded_describe(context, recorded, record, error);
}

static int verify_describe(const struct context *context, const struct options *options,
                           struct build *build, struct record *recorded, struct record *record,
                           struct error *error)
{
    if (options_given(options, "from"))
        return describe_from(context, options, recorded, record, error);
    if (!options_operands(options, NULL)[0])
        return error_set(error, ERROR_USAGE, "'tutti verify' needs a program to run, or --from");
    return build_program(context, options, BUILD_VERIFY, build, error) == 0
               ? run_describe(options, build->program, false, record, error)
               : -1;
}

static int run_verify(const struct context *context, const struct options *options)
{
    struct error error;
    struct record recorded = {0}, record = {0};
    struct build build = {0};
    int code;
    if (verify_describe(context, options, &build, &recorded, &record, &error) == 0) {
        run_close_input(context, &record);
        code = verify_execute(context, options, &record, build.warnings);
    } else {
        code = verb_fail(context, &error);
    }
    record_free(&record);
    record_free(&recorded);
    build_free(&build);
    return code;
}

static const struct option verify_options[] = {
    {.name = "from",
     .kind = OPTION_FILE,
     .effect = EFFECT_TRUSTED,
     .argument = "FINDING",
     .help =
         "instead of PROGRAM, execute the program of an earlier run, with its arguments, files, "
         "folder and, without -n, number of ranks; or an input in the corpus of `tutti test`"},
    RUN_OPTIONS_WORLD_OF(
        "2", "both|minimal|synchronising", "both",
        "whether a collective waits only as long as MPI requires, or for all members; both: it "
        "waits as long as MPI requires, and verify also reports deadlocks that occur only if "
        "collectives wait for all members"),
    BUILD_OPTIONS,
    {.name = "poll-bound",
     .kind = OPTION_NUMBER,
     .effect = EFFECT_HARMLESS,
     .argument = "N",
     .initial = "1",
     .minimum = 0,
     .maximum = 1000,
     .help = "how many times in a row MPI_Test, MPI_Iprobe and similar calls may report nothing "
             "although they could succeed"},
    {.name = "max-executions",
     .kind = OPTION_NUMBER,
     .effect = EFFECT_HARMLESS,
     .argument = "N",
     .initial = "0",
     .minimum = 0,
     .maximum = LONG_MAX,
     .help = "stop after this many executions; 0: no limit"},
    RUN_OPTION_EXECUTION_LIMIT("60"),
    RUN_OPTION_STOP_AT_FIRST,
    {.name = "seed",
     .kind = OPTION_NUMBER,
     .effect = EFFECT_HARMLESS,
     .argument = "N",
     .initial = "0",
     .minimum = 0,
     .maximum = LONG_MAX,
     .help = "decides which alternatives are tried first: if a tree is too large, another number "
             "explores another part"},
    {.name = "snapshots",
     .kind = OPTION_NUMBER,
     .effect = EFFECT_HARMLESS,
     .argument = "N",
     .initial = "100",
     .minimum = 0,
     .maximum = 1000000,
     .off = true,
     .help = "how many snapshots of an execution to keep, for others to start from; off: each "
             "starts at MPI_Init"},
    RUN_OPTION_RESUME,
    VERB_OPTION_JOBS("executions"),
    {.name = "interleavings",
     .kind = OPTION_NUMBER,
     .effect = EFFECT_HARMLESS,
     .argument = "N",
     .initial = "20",
     .minimum = 0,
     .maximum = 10000,
     .help = "how many executions the report shows step by step, half of them for those that fail"},
    {.name = NULL},
};

const struct verb verb_verify = {
    .command =
        {.name = "verify",
         .summary = "every schedule that MPI allows, proved right or refuted",
         .synopsis = "-n N [options] -- PROGRAM [ARGUMENTS] | --from=FINDING",
         .description =
             "Executes a program once for every way in which its messages can match: every sender "
             "that a receive from any source can take from, every request that MPI_Waitany can "
             "complete, every answer of MPI_Test and MPI_Iprobe. Each finding comes with the "
             "shortest list of choices that leads to it; `tutti replay` shows it again.\n\n"
             "Executions that differ only in the order of independent matches count as one. "
             "Standard sends are treated as buffered. verify also reports deadlocks that only a "
             "buffer avoids (send.buffering), or only a collective that does not wait for all "
             "members.\n\n"
             "PROGRAM may be a source file: verify compiles and analyses it, and watches its loads "
             "and stores, so that it can name the line that touches a buffer of a pending "
             "operation or memory of a window. Warnings from the source and findings from "
             "executions form one list.\n\n"
             "The verdict holds for this number of ranks and this input. A search that was stopped "
             "by its budget or by Ctrl-C has exit code 4 if nothing was found; --resume continues "
             "it. Started under mpiexec or srun, the processes share one search.",
         .operands = OPERANDS_PROGRAM_OR_NONE,
         .options = verify_options},
    .run = run_verify,
};

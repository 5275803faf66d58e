/* test.c: the verb `test`: inputs, ranks and numbers of ranks that lead to code not yet run. */
#include "base/file.h"
#include "base/memory.h"
#include "cmd/build.h"
#include "cmd/output.h"
#include "cmd/progress.h"
#include "cmd/run.h"
#include "cmd/test_build.h"
#include "cmd/test_options.h"
#include "compile/jobs.h"
#include "concolic/concolic.h"
#include "concolic/covered.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LIST_CAP = 16 * 1024 * 1024, COVERAGE_CAP = 1 << 30 };

static void show_progress(void *context, const struct concolic_progress *progress)
{
    struct progress_line *line = context;
    progress_show(line,
                  "%llu executions, %.0f/s, %llu pending, %u of %u edges (%.1f %%), last new one "
                  "%.0f s ago, %zu finding%s",
                  (unsigned long long)progress->executions, progress->spread->rate,
                  (unsigned long long)progress->spread->pending, progress->covered,
                  progress->reachable,
                  progress->reachable > 0 ? 100.0 * progress->covered / progress->reachable : 0,
                  progress->since_new, progress->findings, progress->findings == 1 ? "" : "s");
}

/* Also by coverage. */
static bool stdout_taken(const struct options *options)
{
    static const char *const names[] = {"coverage-json", "lcov"};
    bool taken = output_stdout_taken(options);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *path = options_text(options, names[i]);
        taken |= path && strcmp(path, "-") == 0;
    }
    return taken;
}

/* What cannot be written does not keep the rest from being shown. */
static int finish(const struct context *context, const struct options *options,
                  const struct output *output, struct document *document,
                  const struct concolic_result *result, struct error *error)
{
    struct error later;
    if (output->directory)
        run_add_replay_commands(output->directory, document);
    int failed = output_save(output, options, document, error);
    if (!failed)
        failed = run_save_records(output->directory, result->records, result->record_count, error);
    if (output_views(options, document, failed ? &later : error) != 0)
        failed = -1;
    if (!stdout_taken(options) && run_print_report(context, document, failed ? &later : error) != 0)
        failed = -1;
    return failed;
}

/* The search could not begin, or not go on: what was found so far is kept. */
static int fail(const struct context *context, const struct options *options,
                const struct output *output, struct document *document,
                const struct concolic_result *result, const struct error *error)
{
    struct error later;
    if (result->end.count.done > 0)
        finish(context, options, output, document, result, &later);
    else if (output->directory && !options_flag(options, "resume"))
        rmdir(output->directory); /* if nothing is in it */
    return verb_fail(context, error);
}

static int exit_code(const struct context *context, const struct options *options,
                     const struct document *document, const struct concolic_result *result)
{
    if (result->given_up)
        log_error(&context->log, "%llu test%s could not be had: %s",
                  (unsigned long long)result->end.count.failed,
                  result->end.count.failed == 1 ? "" : "s", result->given_up);
    return result->given_up && document->verdict == VERDICT_INCOMPLETE
               ? ERROR_FAILED
               : output_exit_code(options, document);
}

/* --coverage-json and --lcov. */
static int save_coverage(const struct options *options, const struct concolic_result *result,
                         struct error *error)
{
    static const struct {
        const char *option;
        void (*print)(const struct covered *covered, struct text *out);
    } forms[] = {{"coverage-json", covered_print_json}, {"lcov", covered_print_lcov}};
    struct covered covered = {0};
    int failed = 0;
    if (!result->covered)
        return 0;
    covered_sort(&result->sites, result->covered, &covered);
    for (size_t i = 0; i < sizeof forms / sizeof *forms && !failed; i++) {
        const char *path = options_text(options, forms[i].option);
        struct text text;
        if (!path)
            continue;
        text_init(&text, COVERAGE_CAP);
        forms[i].print(&covered, &text);
        failed = file_write(path, text.data, text.length, error);
        text_free(&text);
    }
    covered_free(&covered);
    return failed;
}

/* After a search: results, and tests for the program's own suite. */
static int report(const struct context *context, const struct options *options,
                  const struct decisions *record, const struct output *output,
                  struct document *document, const struct concolic_result *result)
{
    struct error error;
    const char *tests = options_text(options, "emit-tests");
    if (finish(context, options, output, document, result, &error) != 0 ||
        save_coverage(options, result, &error) != 0)
        return verb_fail(context, &error);
    if (tests && concolic_emit_tests(record, result, tests, &error) != 0)
        return verb_fail(context, &error);
    return exit_code(context, options, document, result);
}

static int search(const struct context *context, const struct options *options,
                  const struct concolic_options *searching, const struct decisions *record,
                  const struct output *output, struct document *document)
{
    struct error error;
    struct concolic_result result;
    int failed = concolic(searching, record, document, &result, &error), code;
    progress_end(searching->context);
    if (result.end.outcome == SPREAD_HELPED)
        code = failed ? verb_fail(context, &error) : EXIT_CLEAN;
    else if (failed)
        code = fail(context, options, output, document, &result, &error);
    else
        code = report(context, options, record, output, document, &result);
    if (result.end.outcome != SPREAD_COMPLETE && result.end.outcome != SPREAD_HELPED &&
        output->directory)
        log_info(&context->log, "`--resume --out=%s` with the same command goes on with the search",
                 output->directory);
    concolic_free(&result);
    return code;
}

/* --list-inputs: what would be symbolic, and its values in the first test. */
static int list_inputs(const struct context *context, const struct concolic_options *searching,
                       const struct decisions *record)
{
    struct error error;
    struct concolic_inputs inputs = {0};
    struct text text;
    text_init(&text, LIST_CAP);
    int failed = concolic_inputs(searching, record, &inputs, &error);
    for (size_t i = 0; !failed && i < inputs.variable_count; i++)
        text_addf(&text, "%-8s %s = %s\n", inputs.variables[i].kind, inputs.variables[i].name,
                  inputs.variables[i].value);
    if (!failed)
        failed = file_write("-", text.data, text.length, &error);
    text_free(&text);
    concolic_inputs_free(&inputs);
    return failed ? verb_fail(context, &error) : EXIT_CLEAN;
}

static void describe(const struct context *context, const struct decisions *record,
                     struct document *document)
{
    document_init(document, "test");
    output_describe(context, document);
    document->directory = arena_copy(&document->arena, record->directory);
    document->ranks = record->ranks;
    document->mpi = record->mpi;
    document->buffering = record->buffering;
}

static int test_in(const struct context *context, const struct options *options,
                   struct concolic_options *searching, const struct decisions *record)
{
    struct error error;
    struct output output = {NULL};
    struct document document;
    struct progress_line line = progress_begin(&context->log);
    int code, process, processes;
    if (options_flag(options, "list-inputs"))
        return list_inputs(context, searching, record);
    describe(context, record, &document);
    searching->progress = show_progress;
    searching->context = &line;
    /* The first of several processes has the results; the others only work. */
    if (spread_place(&process, &processes, &error) != 0 ||
        (process == 0 && output_open_search(&output, options, &error) != 0)) {
        code = verb_fail(context, &error);
    } else {
        line.wanted = line.wanted && process == 0;
        searching->directory = searching->spread.directory = output.directory;
        code = search(context, options, searching, record, &output, &document);
    }
    searching->context = NULL;
    output_close(&output);
    document_free(&document);
    return code;
}

static int test(const struct context *context, const struct options *options,
                const struct testable *testable, const struct decisions *record)
{
    struct error error;
    char *guest;
    struct test_settings settings;
    if (test_options_read(options, &settings, &error) != 0 ||
        run_find_guest(record->mpi, &guest, &error) != 0)
        return verb_fail(context, &error);
    const char *program[] = {testable->program, NULL};
    const int most = settings.concolic.max_ranks;
    struct world_options world = {
        .scheduler = {.ranks = most > record->ranks ? most : record->ranks,
                      .buffered = strcmp(record->buffering, "zero") != 0,
                      .rendezvous = strcmp(record->buffering, "zero") == 0,
                      .synchronising = strcmp(record->collectives, "synchronising") == 0,
                      .seconds = run_execution_seconds(options)},
        .guest = guest,
        .program = program,
        .input = "/dev/null",
        .debugged = -1,
        .at_main = true,
        .repeats = true,
    };
    settings.concolic.world = &world;
    settings.concolic.sites = testable->sites;
    int code = test_in(context, options, &settings.concolic, record);
    test_settings_free(&settings);
    free(guest);
    return code;
}

static int say_build(const struct context *context, const struct testable *testable)
{
    struct error error;
    char *line = memory_printf("%s\n", testable->program);
    int failed = file_write("-", line, strlen(line), &error);
    free(line);
    return failed ? verb_fail(context, &error) : EXIT_CLEAN;
}

static int run_test(const struct context *context, const struct options *options)
{
    struct error error;
    struct decisions record = {0};
    struct build build;
    struct test_build testing = {0};
    int code;
    if (build_program(options, true, &build, &error) == 0 &&
        run_describe(options, build.program, false, &record, &error) == 0 &&
        test_build(context, options, run_find_program(NULL, build.program, &record.arena), &testing,
                   &error) == 0) {
        run_close_input(context, &record);
        code = options_flag(options, "build-only")
                   ? say_build(context, &testing.testable)
                   : test(context, options, &testing.testable, &record);
    } else {
        code = testing.interrupt ? EXIT_CLEAN : verb_fail(context, &error);
    }
    int interrupt = testing.interrupt;
    test_build_free(&testing);
    decisions_free(&record);
    build_free(&build);
    if (interrupt)
        jobs_end_by(interrupt);
    return code;
}

const struct verb verb_test = {
    .command = {.name = "test",
                .summary = "inputs and numbers of ranks that lead to new code, and to bugs",
                .synopsis = "[options] -- PROGRAM [ARGUMENTS]",
                .description =
                    "Executes a program that `tutti cc` built again and again, each time with an "
                    "input that leads it elsewhere: numbers in its arguments, its standard input "
                    "and its files are changed, and so are the number of ranks and the rank that "
                    "is looked at. Nothing is edited in the program. One rank, the focus, writes "
                    "down which conditions on the input decided where it went; a solver finds "
                    "values that decide one of them otherwise.\n\n"
                    "What goes wrong on the way is found, with the input that shows it; `tutti "
                    "replay` shows it again. A program that is given as a source file is compiled "
                    "first.\n\n"
                    "A search that was stopped by its budget or by Ctrl-C goes on with --resume. "
                    "Started under mpiexec or srun, the processes share one search.",
                .operands = OPERANDS_PROGRAM,
                .options = test_options},
    .run = run_test,
};

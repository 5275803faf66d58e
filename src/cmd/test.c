/* test.c: the verb `test`: finds inputs, ranks and numbers of ranks that lead to code not yet
 * run. */
#include "base/file.h"
#include "base/memory.h"
#include "cmd/run.h"
#include "cmd/shared/build.h"
#include "cmd/shared/searching.h"
#include "cmd/shared/warnings.h"
#include "cmd/testing/build.h"
#include "cmd/testing/coverage.h"
#include "cmd/testing/options.h"
#include "compile/jobs.h"
#include "concolic/concolic.h"
#include "concolic/show/emit.h"
#include "concolic/show/inputs.h"

#include <stdlib.h>
#include <string.h>

enum { LIST_CAP = 16 * 1024 * 1024 };

static void test_show_progress(void *context, const struct concolic_progress *progress)
{
    struct progress_line *line = context;
    progress_show(line,
                  "%llu executions, %.0f/s, %llu pending, %u of %u branches (%.1f %%), %u new in "
                  "the last minute, %zu bug%s",
                  (unsigned long long)progress->executions, progress->spread->rate,
                  (unsigned long long)progress->spread->pending, progress->covered,
                  progress->reachable,
                  progress->reachable > 0 ? 100.0 * progress->covered / progress->reachable : 0,
                  progress->news, progress->findings, progress->findings == 1 ? "" : "s");
}

static int cmd_test_search(struct searching *search, const struct concolic_options *searching,
                           const struct record *record)
{
    struct error error;
    struct concolic_result result;
    const char *tests = options_text(search->options, "emit-tests");
    int failed = concolic(searching, record, &search->document, &result, &error);
    struct test_coverage covered;
    test_coverage_open(&covered, search, &result);
    const struct searching_end end = {.spread = &result.end,
                                      .records = result.shown.records,
                                      .record_count = result.shown.record_count,
                                      .item = "test",
                                      .given_up = result.given_up,
                                      .preface = covered.table.data};
    int code = searching_report(search, &end, failed != 0, &error);
    if (test_coverage_save(&covered, &error) != 0 ||
        (!failed && result.end.outcome != SPREAD_HELPED && tests &&
         concolic_emit_tests(record, &result, tests, &error) != 0))
        code = verb_fail(search->context, &error);
    test_coverage_close(&covered);
    concolic_free(&result);
    return code;
}

/* --list-inputs: prints the symbolic inputs, and their values in the first test. */
static int list_inputs(const struct context *context, const struct concolic_options *searching,
                       const struct record *record)
{
    struct error error;
    struct concolic_inputs inputs = {0};
    struct text text;
    text_init(&text, LIST_CAP);
    int failed = concolic_inputs(searching, record, &inputs, &error);
    for (size_t i = 0; !failed && i < inputs.variable_count; i++) {
        text_addf(&text, "%-8s ", inputs.variables[i].kind);
        text_add_visible(&text, inputs.variables[i].name, strlen(inputs.variables[i].name));
        text_add(&text, " = ");
        text_add_visible(&text, inputs.variables[i].value, strlen(inputs.variables[i].value));
        text_add_char(&text, '\n');
    }
    if (!failed)
        failed = file_write("-", text.data, text.length, &error);
    text_free(&text);
    concolic_inputs_free(&inputs);
    return failed ? verb_fail(context, &error) : EXIT_CLEAN;
}

static int test_in(const struct context *context, const struct options *options,
                   const struct concolic_options *wanted, const struct record *record)
{
    struct error error;
    struct searching at;
    struct concolic_options searching = *wanted;
    int code;
    if (options_flag(options, "list-inputs"))
        return list_inputs(context, wanted, record);
    if (searching_open(&at, context, options, record, &error) == 0) {
        at.stdout_taken |= test_coverage_on_stdout(options);
        searching.progress = test_show_progress;
        searching.context = &at.line;
        searching.deadline = searching_deadline(context, options);
        searching.directory = searching.spread.directory = at.output.directory;
        code = cmd_test_search(&at, &searching, record);
    } else {
        code = verb_fail(context, &error);
    }
    searching_close(&at);
    return code;
}

static int test_execute(const struct context *context, const struct options *options,
                        const struct test_build *build, const struct concolic_options *wanted,
                        const struct record *record)
{
    struct error error;
    struct concolic_options searching = *wanted;
    const struct testable *testable = &build->testable;
    struct document warned;
    char *guest;
    if (run_find_guest(record, &guest, &error) != 0)
        return verb_fail(context, &error);
    if (warnings_read(build->warnings, &warned, &error) != 0) {
        free(guest);
        return verb_fail(context, &error);
    }
    const char *program[] = {testable->program, NULL};
    struct world_options world = searching_world(options, record, guest);
    if (wanted->max_ranks > record->ranks)
        world.scheduler.ranks = wanted->max_ranks;
    searching.both = record->buffering == BUFFERING_BOTH;
    world.program = program;
    world.input = "/dev/null";
    world.at_main = true;
    searching.world = &world;
    searching.sites = testable->sites;
    if (!options_flag(options, "no-hints"))
        searching.hints = warnings_places(&warned, &searching.hint_count);
    int code = test_in(context, options, &searching, record);
    document_free(&warned);
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
    struct record record = {0};
    struct build build;
    struct test_build testing = {0};
    struct test_settings settings;
    int code;
    if (test_options_read(options, &settings, &error) != 0)
        return verb_fail(context, &error);
    if (build_program(context, options, BUILD_TEST, &build, &error) == 0 &&
        run_describe(options, build.program, false, &record, &error) == 0 &&
        test_build(context, options, run_find_program(NULL, build.program, &record.arena), &testing,
                   &error) == 0) {
        run_close_input(context, &record);
        code = options_flag(options, "build-only")
                   ? say_build(context, &testing.testable)
                   : test_execute(context, options, &testing, &settings.concolic, &record);
    } else {
        code = testing.interrupt ? EXIT_CLEAN : verb_fail(context, &error);
    }
    int interrupt = testing.interrupt;
    test_build_free(&testing);
    record_free(&record);
    build_free(&build);
    test_settings_free(&settings);
    if (interrupt)
        jobs_end_by(interrupt);
    return code;
}

const struct verb verb_test = {
    .command = {.name = "test",
                .summary = "inputs and numbers of ranks that lead to new code, and to bugs",
                .synopsis = "[options] -- PROGRAM [ARGUMENTS]",
                .description =
                    "Repeatedly executes a program that `tutti cc` built, each time with an input "
                    "that leads to another path. It changes numbers in arguments, standard input "
                    "and files, the number of ranks, and the rank that it follows; it does not "
                    "edit the program. That rank, the focus, records which conditions on the input "
                    "decided its path. A solver then finds values that decide one of them the "
                    "other way.\n\n"
                    "Each finding comes with the input that shows it; `tutti replay` shows it "
                    "again. A program that is given as a source file is compiled first.\n\n"
                    "--resume continues a search that was stopped by its budget or by Ctrl-C. "
                    "Started under mpiexec or srun, the processes share one search.",
                .operands = OPERANDS_PROGRAM,
                .options = test_options},
    .run = run_test,
};

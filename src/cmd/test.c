/* test.c: the verb `test`: inputs, ranks and numbers of ranks that lead to code not yet run. */
#include "base/file.h"
#include "base/memory.h"
#include "cmd/build.h"
#include "cmd/run.h"
#include "cmd/searching.h"
#include "cmd/test_build.h"
#include "cmd/test_options.h"
#include "compile/jobs.h"
#include "concolic/concolic.h"
#include "concolic/covered.h"

#include <stdlib.h>
#include <string.h>

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

static int search(struct searching *search, const struct concolic_options *searching,
                  const struct decisions *record)
{
    struct error error;
    struct concolic_result result;
    const char *tests = options_text(search->options, "emit-tests");
    int failed = concolic(searching, record, &search->document, &result, &error);
    const struct searching_end end = {.spread = &result.end,
                                      .records = result.records,
                                      .record_count = result.record_count,
                                      .item = "test",
                                      .given_up = result.given_up};
    int code = searching_report(search, &end, failed != 0, &error);
    if (!failed && result.end.outcome != SPREAD_HELPED &&
        (save_coverage(search->options, &result, &error) != 0 ||
         (tests && concolic_emit_tests(record, &result, tests, &error) != 0)))
        code = verb_fail(search->context, &error);
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

/* Coverage may go to stdout, too. */
static bool stdout_taken(const struct options *options)
{
    static const char *const names[] = {"coverage-json", "lcov"};
    bool taken = false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *path = options_text(options, names[i]);
        taken |= path && strcmp(path, "-") == 0;
    }
    return taken;
}

static int test_in(const struct context *context, const struct options *options,
                   struct concolic_options *searching, const struct decisions *record)
{
    struct error error;
    struct searching at;
    int code;
    if (options_flag(options, "list-inputs"))
        return list_inputs(context, searching, record);
    if (searching_open(&at, context, options, record, &error) == 0) {
        at.stdout_taken |= stdout_taken(options);
        searching->progress = show_progress;
        searching->context = &at.line;
        searching->directory = searching->spread.directory = at.output.directory;
        code = search(&at, searching, record);
    } else {
        code = verb_fail(context, &error);
    }
    searching_close(&at);
    return code;
}

static int test(const struct context *context, const struct options *options,
                const struct testable *testable, struct concolic_options *searching,
                const struct decisions *record)
{
    struct error error;
    char *guest;
    if (run_find_guest(record->mpi, &guest, &error) != 0)
        return verb_fail(context, &error);
    const char *program[] = {testable->program, NULL};
    struct world_options world = searching_world(options, record, guest);
    if (searching->max_ranks > record->ranks)
        world.scheduler.ranks = searching->max_ranks;
    world.program = program;
    world.input = "/dev/null";
    world.at_main = true;
    searching->world = &world;
    searching->sites = testable->sites;
    int code = test_in(context, options, searching, record);
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
    struct test_settings settings;
    int code;
    if (test_options_read(options, &settings, &error) != 0)
        return verb_fail(context, &error);
    if (build_program(options, true, &build, &error) == 0 &&
        run_describe(options, build.program, false, &record, &error) == 0 &&
        test_build(context, options, run_find_program(NULL, build.program, &record.arena), &testing,
                   &error) == 0) {
        run_close_input(context, &record);
        code = options_flag(options, "build-only")
                   ? say_build(context, &testing.testable)
                   : test(context, options, &testing.testable, &settings.concolic, &record);
    } else {
        code = testing.interrupt ? EXIT_CLEAN : verb_fail(context, &error);
    }
    int interrupt = testing.interrupt;
    test_build_free(&testing);
    decisions_free(&record);
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

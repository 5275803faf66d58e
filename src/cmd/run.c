/* run.c: the verb `run`: runs one execution in the virtual world. */
#include "cmd/run.h"
#include "base/file.h"
#include "base/memory.h"
#include "cmd/shared/build.h"
#include "cmd/shared/output.h"
#include "concolic/search/refusal.h"
#include "concolic/show/again.h"
#include "launch/flavour.h"
#include "launch/installed/library.h"
#include "launch/program.h"
#include "launch/python.h"
#include "report/report.h"
#include "world/process/debugger.h"
#include "world/process/world.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

/* Finds the MPI of the program from the binary, or takes the user's choice. A choice that
 * contradicts the binary would crash it. */
static int choose_flavour(const struct options *options, const char *program, const char **mpi,
                          struct error *error)
{
    const char *chosen = options_text(options, "mpi");
    enum mpi_flavour found;
    struct error ignored;
    *mpi = chosen;
    if (!chosen) {
        if (mpi_flavour_of_program(program, &found, error) != 0 && !python_flavour(program, &found))
            return -1;
        *mpi = mpi_flavour_name(found);
        return 0;
    }
    if (mpi_flavour_check_program(program, error) != 0)
        return -1;
    if (mpi_flavour_of_program(program, &found, &ignored) == 0 &&
        found != mpi_flavour_from_name(chosen)) {
        struct arena arena = {0};
        error_set(error, ERROR_USAGE, "%s is linked to %s, so --mpi=%s cannot be right", program,
                  mpi_library_title(program, found, &arena), chosen);
        arena_free(&arena);
        return -1;
    }
    return 0;
}

/* Returns whether the program loads its MPI later. An interpreter that does so with private symbols
 * (Python does) leaves the guest without the symbols behind Open MPI's constants, so MPI must be
 * there when the guest is loaded. */
static bool loads_later(const char *program)
{
    enum mpi_flavour found;
    struct error ignored;
    return mpi_flavour_of_program(program, &found, &ignored) != 0;
}

int run_find_guest(const struct record *record, char **preload, struct error *error)
{
    enum mpi_flavour flavour = mpi_flavour_from_name(record->mpi);
    char *guest = mpi_flavour_guest(flavour, "world", error);
    if (!guest)
        return -1;
    *preload = guest;
    if (loads_later(record->words[0])) {
        *preload = memory_printf("%s:%s", guest, mpi_flavour_library(flavour));
        free(guest);
    }
    return 0;
}

const char *run_shell_word(struct arena *arena, const char *path)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "/._-+,:@%=";
    if (path[strspn(path, plain)] == '\0')
        return path;
    struct text word;
    text_init(&word, strlen(path) * 4 + 3);
    text_add_char(&word, '\'');
    for (const char *c = path; *c; c++)
        if (*c == '\'')
            text_add(&word, "'\\''");
        else
            text_add_char(&word, *c);
    text_add_char(&word, '\'');
    const char *copy = arena_copy(arena, word.data);
    text_free(&word);
    return copy;
}

const char *run_path_of(const char *directory, const struct finding *finding, struct arena *arena)
{
    char here[PATH_MAX];
    size_t length = getcwd(here, sizeof here) ? strlen(here) : 0;
    if (length > 1 && strncmp(directory, here, length) == 0 && directory[length] == '/')
        directory += length + 1;
    return run_shell_word(arena, arena_printf(arena, "%s/%s", directory, finding->id));
}

void run_add_replay_commands(const char *directory, struct document *document)
{
    for (size_t i = 0; i < document->finding_count; i++)
        document->findings[i].replay =
            arena_printf(&document->arena, "tutti replay %s",
                         run_path_of(directory, &document->findings[i], &document->arena));
}

int run_save_records(const char *directory, const struct record *records, size_t count,
                     struct error *error)
{
    for (size_t i = 0; directory && i < count; i++) {
        char *path = memory_printf("%s/%s." RUN_RECORD_NAME, directory, records[i].findings[0].id);
        int failed = record_save(&records[i], path, error);
        free(path);
        if (failed)
            return -1;
    }
    return 0;
}

double run_execution_seconds(const struct options *options)
{
    double limit = options_seconds(options, "execution-limit");
    double all = options_seconds(options, "time-limit");
    return all > 0 && (limit == 0 || all < limit) ? all : limit;
}

void run_close_input(const struct context *context, struct record *record)
{
    int waiting = 0;
    if (record->input)
        return;
    if (!isatty(STDIN_FILENO) && ioctl(STDIN_FILENO, FIONREAD, &waiting) == 0 && waiting > 0)
        log_warning(&context->log, "standard input is not a file, so only one execution could read "
                                   "it: ranks read end of file. Use `< FILE`");
    record->input = "/dev/null";
}

static int save_record(const char *directory, struct record *record,
                       const struct document *document, struct error *error)
{
    for (size_t i = 0; i < document->finding_count; i++)
        *arena_push(&record->arena, record->findings, record->finding_count) =
            (struct recorded_finding){document->findings[i].id, document->findings[i].rule};
    char *path = memory_printf("%s/" RUN_RECORD_NAME, directory);
    int failed = record_save(record, path, error);
    free(path);
    return failed;
}

int run_print_report(const struct context *context, const struct document *document,
                     struct error *error)
{
    struct text text;
    text_init(&text, REPORT_TEXT_CAP);
    report_print_text(document, context->color, &text);
    int failed = file_write("-", text.data, text.length, error);
    text_free(&text);
    return failed;
}

void run_print_report_on_stderr(const struct document *document)
{
    struct text text;
    text_init(&text, REPORT_TEXT_CAP);
    report_print_text(document, false, &text);
    fwrite(text.data, 1, text.length, stderr);
    text_free(&text);
}

static int run_finish(const struct context *context, const struct options *options,
                      const struct output *output, struct document *document, struct record *record,
                      struct error *error)
{
    if (output->directory)
        run_add_replay_commands(output->directory, document);
    int failed = output_save(output, options, document, error);
    if (!failed && output->directory)
        failed = save_record(output->directory, record, document, error);
    if (!failed)
        failed = output_views(options, document, error);
    if (failed || output_stdout_taken(options))
        return failed;
    return run_print_report(context, document, error);
}

static void describe_document(const struct context *context, const struct record *record,
                              bool again, struct document *document)
{
    output_describe(context, document);
    document->directory = arena_copy(&document->arena, record->directory);
    document->ranks = record->ranks;
    document->mpi = record->mpi;
    document->buffering = buffering_mode_name(record->buffering);
    document->coverage = again ? "one execution, a replay of the recorded one"
                               : "one execution of the many that MPI allows, with this input";
}

/* Returns a recorded finding that did not occur again; NULL: all did. */
static const struct recorded_finding *lost_finding(const struct record *followed,
                                                   const struct document *document)
{
    for (size_t i = 0; i < followed->finding_count; i++) {
        bool found = false;
        for (size_t j = 0; j < document->finding_count && !found; j++)
            found = strcmp(document->findings[j].rule, followed->findings[i].rule) == 0;
        if (!found)
            return &followed->findings[i];
    }
    return NULL;
}

/* Returns where an execution differs from the one that it follows; NULL: nowhere. */
static const char *difference_of(const struct record *followed, struct document *document,
                                 const struct world_result *result)
{
    if (!followed || result->difference)
        return result->difference;
    const struct recorded_finding *lost =
        document->unfinished ? NULL : lost_finding(followed, document);
    return lost ? arena_printf(&document->arena,
                               "%s (%s) did not occur "
                               "again",
                               lost->id, lost->rule)
                : NULL;
}

/* Chooses the folder for the ranks' output with --output=files: the folder of the run, or --out,
 * which applies here even if --no-out leaves no results. */
static int choose_directory(const struct options *options, const struct output *output,
                            const char **directory, struct error *error)
{
    *directory = output->directory ? output->directory : options_text(options, "out");
    if (strcmp(options_text(options, "output"), "files") != 0 || output->directory)
        return 0;
    if (!*directory)
        return error_set(error, ERROR_USAGE,
                         "--output=files needs a folder, and --no-out keeps none: choose one with "
                         "--out=DIR");
    return file_make_directory(*directory, error);
}

static enum world_output output_style(const struct options *options)
{
    const char *style = options_text(options, "output");
    if (strcmp(style, "files") == 0)
        return WORLD_OUTPUT_FILES;
    return strcmp(style, "plain") == 0 ? WORLD_OUTPUT_PLAIN : WORLD_OUTPUT_PREFIX;
}

static int check_debugger(const struct world_options *world, struct error *error)
{
    if (world->debugged < 0)
        return 0;
    if (world->debugged >= world->scheduler.ranks)
        return error_set(error, ERROR_USAGE, "there is no rank %d: the world has %d",
                         world->debugged, world->scheduler.ranks);
    return debugger_check(error);
}

/* Keeps the findings of a run that failed before its end. */
static int keep_findings(const struct context *context, const struct options *options,
                         const struct output *output, struct document *document,
                         struct record *record)
{
    struct error error;
    if (document->finding_count == 0) {
        if (output->directory)
            rmdir(output->directory); /* if nothing is in it */
        return 0;
    }
    document->unfinished = true;
    return run_finish(context, options, output, document, record, &error) == 0
               ? 0
               : verb_fail(context, &error);
}

/* Runs the world. The replay of a test of `tutti test` may be refuted by what a rank records. */
static int run_world(const struct world_options *world, struct document *document,
                     struct world_result *result, struct error *error)
{
    const struct record *followed = world->scheduler.followed;
    if (!world->at_main)
        return world_run(world, document, result, error);
    if (!followed->test->sites) {
        int failed = world_run(world, document, result, error);
        refusal_settle(document); /* as the search did */
        return failed;
    }
    struct again again;
    int failed = again_open(&again, followed, error);
    if (!failed)
        failed = world_run(world, document, result, error);
    if (!failed)
        again_judge(&again, document);
    again_close(&again);
    return failed;
}

static int run_execute(const struct context *context, const struct options *options,
                       struct world_options *world, const struct output *output,
                       struct document *document)
{
    struct error error;
    struct world_result result;
    struct record *record = world->scheduler.record;
    const struct record *followed = world->scheduler.followed;
    if (run_world(world, document, &result, &error) != 0) {
        keep_findings(context, options, output, document, record);
        return verb_fail(context, &error);
    }
    const char *difference = difference_of(followed, document, &result);
    if (difference)
        document->coverage = "one replay, which differed from the recorded execution";
    if (run_finish(context, options, output, document, record, &error) != 0)
        return verb_fail(context, &error);
    if (!difference)
        return output_exit_code(options, document);
    log_error(&context->log,
              "this is not the recorded execution: %s. The program depends on something "
              "outside MPI: time, random numbers, a file, the environment",
              difference);
    return ERROR_FAILED;
}

int run_execution(const struct context *context, const struct options *options,
                  struct record *record, const struct record *followed)
{
    struct error error;
    char *guest;
    bool debug = options_given(options, "gdb");
    if (run_find_guest(record, &guest, &error) != 0)
        return verb_fail(context, &error);
    struct document document;
    document_init(&document, options_command(options)->name);
    describe_document(context, record, followed != NULL, &document);
    struct exploration exploration = {0};
    if (followed && followed->explored) {
        exploration.script = followed->choices;
        exploration.script_count = followed->choice_count;
        exploration.poll_bound = followed->poll_bound;
        exploration.seed = followed->seed;
        exploration.any_order = followed->collectives == COLLECTIVES_BOTH;
        for (size_t i = 0; i < followed->finding_count; i++)
            if (strcmp(followed->findings[i].rule, "race.message") == 0)
                exploration.watched = followed->choice_count;
    }
    struct world_options world = {
        .scheduler = {.ranks = record->ranks,
                      .buffering = record->buffering,
                      .synchronising = record->collectives != COLLECTIVES_MINIMAL,
                      .exploration = followed && followed->explored ? &exploration : NULL,
                      .seconds = debug ? 0 : options_seconds(options, "time-limit"),
                      .record = record,
                      .picture = options_text(options, "html") != NULL,
                      .followed = followed},
        .output = output_style(options),
        .guest = guest,
        .program = record->words,
        .start_directory = followed ? record->directory : NULL,
        .input = followed || debug ? record->input : NULL,
        .stop_at_first = !followed && options_flag(options, "stop-at-first"),
        .debugged = debug ? (int)options_number(options, "gdb") : -1,
    };
    struct world_start start = {
        .arguments = record->words, .directory = record->directory, .input = record->input};
    if (followed && followed->test) {
        start.processor_seconds = debug ? 0 : (double)followed->test->milliseconds / 1e3;
        start.memory_bytes = followed->test->memory_bytes;
        start.file_bytes = followed->test->file_bytes;
        world.at_main = true;
        world.scheduler.start = &start;
    }
    struct output output = {NULL};
    int code;
    if (check_debugger(&world, &error) != 0 || output_open(&output, options, &error) != 0 ||
        choose_directory(options, &output, &world.directory, &error) != 0)
        code = verb_fail(context, &error);
    else
        code = run_execute(context, options, &world, &output, &document);
    output_close(&output);
    document_free(&document);
    free(exploration.path);
    free(guest);
    return code;
}

const char *run_find_program(const char *directory, const char *program, struct arena *arena)
{
    if (directory && strchr(program, '/') && *program != '/')
        program = arena_printf(arena, "%s/%s", directory, program);
    return program_find(program, arena);
}

int run_describe_binary(struct record *record, struct error *error)
{
    const char *path = run_find_program(record->directory, record->words[0], &record->arena);
    if (!path || !record_note_binary(record, path))
        return error_set(error, ERROR_USAGE, "there is no program %s in %s", record->words[0],
                         record->directory);
    return 0;
}

/* Returns the path of the file that is the standard input, if it can be read again. With gdb, the
 * input is not the program's. */
static const char *input_file(bool debug, struct arena *arena)
{
    struct stat status;
    char path[PATH_MAX];
    if (debug)
        return "/dev/null";
    if (fstat(STDIN_FILENO, &status) != 0)
        return NULL;
    ssize_t length = readlink("/proc/self/fd/0", path, sizeof path);
    bool known = length > 0 && length < (ssize_t)sizeof path;
    const char *name = known ? arena_copy_bytes(arena, path, (size_t)length) : NULL;
    return name && (S_ISREG(status.st_mode) || strcmp(name, "/dev/null") == 0) ? name : NULL;
}

int run_describe(const struct options *options, const char *program, bool debug,
                 struct record *record, struct error *error)
{
    char here[PATH_MAX];
    record_init(record, (int)options_number(options, "ranks"));
    if (!getcwd(here, sizeof here))
        return error_errno(error, "cannot find out the current directory");
    record->directory = arena_copy(&record->arena, here);
    for (char *const *word = options_operands(options, NULL); *word; word++)
        *arena_push(&record->arena, record->words, record->word_count) = *word;
    *arena_push(&record->arena, record->words, record->word_count) = NULL;
    record->word_count--;
    record->words[0] = arena_copy(&record->arena, program);
    record->buffering = buffering_mode_of(options_text(options, "buffering"));
    record->collectives = collective_mode_of(options_text(options, "collectives"));
    record->input = input_file(debug, &record->arena);
    if (choose_flavour(options, program, &record->mpi, error) != 0)
        return -1;
    return run_describe_binary(record, error);
}

static int run_run(const struct context *context, const struct options *options)
{
    struct error error;
    struct record record = {0};
    struct build build;
    int code = build_program(context, options, BUILD_RUN, &build, &error) == 0 &&
                       run_describe(options, build.program, options_given(options, "gdb"), &record,
                                    &error) == 0
                   ? run_execution(context, options, &record, NULL)
                   : verb_fail(context, &error);
    record_free(&record);
    build_free(&build);
    return code;
}

static const struct option run_options[] = {
    RUN_OPTIONS_WORLD,        BUILD_OPTIONS,  RUN_OPTION_OUTPUT, RUN_OPTION_GDB,
    RUN_OPTION_STOP_AT_FIRST, {.name = NULL},
};

const struct verb verb_run = {
    .command = {.name = "run",
                .summary = "one execution in the virtual world: deadlocks are proved, not guessed",
                .synopsis = "-n N [options] -- PROGRAM [ARGUMENTS]",
                .description =
                    "Runs the program with N ranks in the virtual world: an ordinary binary, no "
                    "launcher, no cluster. Tutti decides which message each receive gets, so a "
                    "deadlock is proved, not guessed from a timeout.\n\n"
                    "The verdict covers one execution. A call that is not supported stops it with "
                    "a message. The manual page lists the checks.",
                .operands = OPERANDS_PROGRAM,
                .options = run_options},
    .run = run_run,
};

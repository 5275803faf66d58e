/* check.c: the verb `check`: runs only the static analysis. */
#include "base/file.h"
#include "base/memory.h"
#include "cmd/explain.h"
#include "cmd/shared/findings.h"
#include "cmd/shared/output.h"
#include "compile/database.h"
#include "compile/jobs.h"
#include "compile/messages.h"
#include "compile/scratch.h"
#include "compile/sources.h"
#include "report/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct cmd_check {
    const struct context *context;
    const struct options *options;
    struct arena arena;
    char *directory; /* for compiled files */
    struct source_file *sources;
    size_t source_count;
    struct gathered gathered;
    struct document document;
    size_t failed_count; /* sources that do not compile */
    int interrupt;
};

/* Splits the operands into files and, behind "--", options of the compiler. */
static char *const *split_operands(const struct context *context, const struct options *options,
                                   size_t *file_count)
{
    size_t count, behind = 0;
    char *const *operands = options_operands(options, &count);
    for (char *const *word = context->words; *word; word++)
        if (strcmp(*word, "--") == 0) {
            while (word[1 + behind])
                behind++;
            break;
        }
    *file_count = count - behind;
    return operands + *file_count;
}

static bool is_compiled(const char *path)
{
    enum language language = language_of_file(path);
    size_t length = strlen(path);
    return language_is_source(language) && language != LANGUAGE_ASSEMBLER &&
           !(length > 3 && strcmp(path + length - 3, ".bc") == 0);
}

static int check_add_file(struct cmd_check *check, const char *path, char *const *compiler_options,
                          struct error *error)
{
    if (is_compiled(path)) {
        if (access(path, R_OK) != 0)
            return error_set(error, ERROR_USAGE, "there is no file %s", path);
        *arena_push(&check->arena, check->sources, check->source_count) =
            (struct source_file){.path = path, .options = compiler_options};
        return 0;
    }
    size_t before = check->gathered.piece_count;
    if (gather_file(&check->gathered, path, error) != 0)
        return error->kind = ERROR_USAGE, -1;
    if (check->gathered.piece_count == before)
        return error_set(error, ERROR_USAGE,
                         "%s holds no bitcode: compile it with tutti cc, or give its source", path);
    return 0;
}

static int check_compile(struct cmd_check *check, struct error *error)
{
    const struct options *options = check->options;
    const struct source_settings settings = {.compilers = {options_text(options, "cc"),
                                                           options_text(options, "cxx"),
                                                           options_text(options, "fc")},
                                             .mpi = options_text(options, "mpi"),
                                             .directory = check->directory,
                                             .at_once = (size_t)options_number(options, "jobs")};
    if (sources_compile(check->sources, check->source_count, &settings, &check->arena,
                        &check->interrupt, error) != 0)
        return -1;
    const char *first = NULL;
    for (size_t i = 0; i < check->source_count && !check->interrupt; i++) {
        const struct source_file *source = &check->sources[i];
        if (source->bitcode) {
            if (gather_file(&check->gathered, source->bitcode, error) != 0)
                return -1;
            check->gathered.pieces[check->gathered.piece_count - 1].name = source->path;
            continue;
        }
        messages_print(source->messages, stderr);
        first = check->failed_count++ ? first : source->path;
    }
    if (!first || (options_text(options, "build") && check->gathered.piece_count > 0))
        return 0;
    return check->failed_count == 1
               ? error_set(error, ERROR_FAILED, "%s does not compile", first)
               : error_set(error, ERROR_FAILED, "%zu files do not compile, the first is %s",
                           check->failed_count, first);
}

static void check_say_note(void *context, const char *note)
{
    const struct cmd_check *check = context;
    log_warning(&check->context->log, "%s", note);
}

/* Adds the page of each rule that was broken, once. */
static void explain_findings(const struct cmd_check *check, struct text *text)
{
    const struct document *document = &check->document;
    for (size_t i = 0; i < document->finding_count; i++) {
        size_t j = 0;
        while (j < i && strcmp(document->findings[i].rule, document->findings[j].rule) != 0)
            j++;
        if (j < i)
            continue;
        text_add_char(text, '\n');
        explain_rule(text, check->context->color, rule_find(document->findings[i].rule));
        text_add_char(text, '\n');
    }
}

static int check_print_report(const struct cmd_check *check, struct error *error)
{
    struct text text;
    text_init(&text, REPORT_TEXT_CAP);
    report_print_diagnostics(&check->document, check->context->color, false, &text);
    if (options_flag(check->options, "explain"))
        explain_findings(check, &text);
    report_print_summary(&check->document, check->context->color, &text);
    int failed = file_write("-", text.data, text.length, error);
    text_free(&text);
    return failed;
}

static bool check_same_place(const struct finding *left, const struct finding *right)
{
    if (strcmp(left->rule, right->rule) != 0 || left->location_count == 0 ||
        right->location_count == 0)
        return false;
    const struct location *a = &left->locations[0], *b = &right->locations[0];
    return a->file && b->file && strcmp(a->file, b->file) == 0 && a->line == b->line &&
           a->column == b->column;
}

/* Drops findings about code that several programs share: the analysis finds them in each
 * program. */
static void drop_repeated(struct document *document, size_t first)
{
    size_t kept = first;
    for (size_t i = first; i < document->finding_count; i++) {
        size_t j = 0;
        while (j < first && !check_same_place(&document->findings[i], &document->findings[j]))
            j++;
        if (j == first)
            document->findings[kept++] = document->findings[i];
    }
    document->finding_count = kept;
}

static void check_describe(struct cmd_check *check, size_t programs)
{
    struct document *document = &check->document;
    document->mpi = options_text(check->options, "mpi");
    document->coverage =
        programs > 1
            ? arena_printf(&document->arena,
                           "the sources of %zu programs, for any number of ranks and any input",
                           programs)
            : "the source, for any number of ranks and any input";
    if (check->failed_count == 0)
        return;
    document->unfinished = true;
    document->coverage =
        arena_printf(&document->arena, "%zu of %zu files do not compile and were left out",
                     check->failed_count, check->source_count);
    if (document->verdict == VERDICT_CLEAN)
        document->verdict = VERDICT_INCOMPLETE;
}

static int check_analyse(struct cmd_check *check, struct error *error)
{
    struct static_needs needs;
    size_t count;
    const struct analyser *analyser = analyser_load(error);
    if (!analyser)
        return -1;
    const struct gathered_program *programs = gather_programs(&check->gathered, &count);
    for (size_t i = 0; i < count; i++) {
        const struct static_options options = {.strict_barriers =
                                                   options_number(check->options, "verbosity") > 0,
                                               .whole_program = programs[i].whole,
                                               .notes = true};
        size_t before = check->document.finding_count;
        if (findings_of_program(analyser, &check->gathered, &programs[i], &options,
                                &check->document, &needs, check_say_note, check, error) != 0)
            return -1;
        drop_repeated(&check->document, before);
    }
    check_describe(check, count);
    return 0;
}

/* Collects the files of the command line, or those of a build. */
static int check_collect(struct cmd_check *check, struct error *error)
{
    size_t count;
    char *const *compiler_options = split_operands(check->context, check->options, &count);
    char *const *files = options_operands(check->options, NULL);
    const char *build = options_text(check->options, "build");
    if (build && count > 0)
        return error_set(error, ERROR_USAGE, "give files, or a build folder with -p, not both");
    if (build)
        return database_read(build, &check->arena, &check->sources, &check->source_count, error);
    if (count == 0)
        return error_set(error, ERROR_USAGE,
                         "tutti check needs files (sources, bitcode, objects) or -p BUILD-DIR");
    for (size_t i = 0; i < count; i++)
        if (check_add_file(check, files[i], compiler_options, error) != 0)
            return -1;
    return 0;
}

/* Finds the directory in which the build compiles: its paths are relative to that. */
static void find_directory(struct cmd_check *check)
{
    const char *first = check->source_count ? check->sources[0].directory : NULL;
    for (size_t i = 0; i < check->source_count; i++)
        if (!first || strcmp(check->sources[i].directory, first) != 0)
            return;
    if (first)
        check->document.directory = arena_copy(&check->document.arena, first);
}

static int check_files(struct cmd_check *check, struct error *error)
{
    struct output output = {NULL};
    if (check_collect(check, error) != 0)
        return -1;
    find_directory(check);
    if (scratch_make(&check->directory, error) != 0 || check_compile(check, error) != 0)
        return -1;
    /* The compiled files are mapped, so they can be removed now, however the analysis ends. */
    scratch_remove(check->directory);
    check->directory = NULL;
    if (check->interrupt)
        return 0;
    if (check_analyse(check, error) != 0 || output_open(&output, check->options, error) != 0)
        return -1;
    int failed = output_save(&output, check->options, &check->document, error);
    output_close(&output);
    if (!failed)
        failed = output_views(check->options, &check->document, error);
    if (!failed && !output_stdout_taken(check->options))
        failed = check_print_report(check, error);
    return failed;
}

static int run_check(const struct context *context, const struct options *options)
{
    struct error error;
    struct cmd_check check = {.context = context, .options = options};
    document_init(&check.document, "check");
    output_describe(context, &check.document);
    int failed = check_files(&check, &error);
    int code = failed ? verb_fail(context, &error) : output_exit_code(options, &check.document);
    gather_free(&check.gathered);
    scratch_remove(check.directory);
    document_free(&check.document);
    arena_free(&check.arena);
    if (check.interrupt)
        jobs_end_by(check.interrupt);
    return code;
}

static const struct option check_options[] = {
    {.name = "build",
     .letter = 'p',
     .kind = OPTION_DIRECTORY,
     .effect = EFFECT_TRUSTED,
     .argument = "DIR",
     .help = "check all that the compile_commands.json in this folder compiles"},
    {.name = "verbosity",
     .kind = OPTION_NUMBER,
     .effect = EFFECT_HARMLESS,
     .argument = "N",
     .initial = "0",
     .minimum = 0,
     .maximum = 1,
     .help = "1: warn of every OpenMP barrier that not all threads of a team reach, even if the "
             "others reach another barrier"},
    {.name = "explain",
     .kind = OPTION_FLAG,
     .effect = EFFECT_HARMLESS,
     .help = "explain each rule that was broken"},
    VERB_OPTION_JOBS("files to compile"),
    {.name = "mpi",
     .kind = OPTION_CHOICE,
     .effect = EFFECT_HARMLESS,
     .argument = "NAME",
     .choices = "mpich|openmpi|abi",
     .help = "the MPI whose headers are used; default: that of mpicc on PATH"},
    VERB_OPTIONS_COMPILERS("", "", ""),
    {.name = NULL},
};

const struct verb verb_check = {
    .command =
        {.name = "check",
         .summary = "static analysis: collectives, threads, OpenMP barriers, requests",
         .synopsis = "[options] FILE... [-- COMPILER-OPTIONS] | -p BUILD-DIR",
         .description =
             "Analyses a program without running it. It checks whether a branch that differs "
             "between ranks decides which collectives are called, whether the requested thread "
             "level covers the calls, whether all threads reach the barriers of OpenMP, and "
             "whether requests, buffers and handles are used correctly.\n\n"
             "The files are the sources of one program in C, C++ or Fortran, or bitcode, or "
             "objects, archives and programs that tutti cc made. Sources are compiled with "
             "clang " TUTTI_LLVM " (flang " TUTTI_LLVM
             " for Fortran) and the options after \"--\"; with -p, as "
             "compile_commands.json says.\n\n"
             "It reports only what is likely to be wrong. A program compiled with tutti cc checks "
             "at run time what could not be proved.",
         .operands = OPERANDS_ANY,
         .options = check_options},
    .run = run_check,
};

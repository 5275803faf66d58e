#include "cmd/shared/build.h"

#include "base/file.h"
#include "base/memory.h"
#include "cmd/shared/output.h"
#include "compile/jobs.h"
#include "compile/line.h"
#include "compile/scratch.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PROGRAM_CAP = 1024 * 1024 * 1024 };

/* Returns the verb that compiles such a file; NULL: it is no source. */
static const char *compiler_of(const char *path)
{
    switch (language_of_file(path)) {
    case LANGUAGE_C:
        return "cc";
    case LANGUAGE_CXX:
        return "c++";
    case LANGUAGE_FORTRAN:
        return "fc";
    default:
        return NULL;
    }
}

struct compilation {
    const char *verb, *source;
    const char *mpi;           /* NULL: any */
    const char *cflags, *libs; /* as given by the user; NULL: none */
    enum build_purpose purpose;
};

/* Returns options of the compiler. They disable compiled-in checks: the verb that runs the program
 * sees more. */
static const char *const *options_for(enum build_purpose purpose)
{
    static const char *const options[][3] = {
        [BUILD_RUN] = {"-fno-tutti-analysis", "-ftutti-memory", "-g"},
        [BUILD_VERIFY] = {"-Wno-tutti", "-fno-tutti-checks", "-ftutti-memory"},
        [BUILD_TEST] = {"-Wno-tutti", "-fno-tutti-checks", "-g"},
    };
    return options[purpose];
}

/* Runs a compiler. `tutti cc` takes its options from the environment, since its words belong to the
 * compiler. */
static int build_run_job(struct job *job, const char *warnings, struct jobs_result *result,
                         struct error *error)
{
    static const char name[] = "TUTTI_JSON";
    const char *value = getenv(name);
    char *before = value ? memory_copy(value) : NULL;
    if (warnings ? setenv(name, warnings, 1) != 0 : unsetenv(name) != 0)
        memory_exhausted();
    int failed = jobs_run(job, 1, 1, 0, result, error);
    if (before ? setenv(name, before, 1) != 0 : unsetenv(name) != 0)
        memory_exhausted();
    free(before);
    return failed;
}

/* Returns the command line; `object` stops before the linker. */
static char *const *compiler_words(const struct compilation *compilation, const char *output,
                                   bool object, struct arena *arena)
{
    const char *const *purpose = options_for(compilation->purpose);
    const char *flavour =
        compilation->mpi ? arena_printf(arena, "-ftutti-mpi=%s", compilation->mpi) : "-g";
    const char *const first[] = {"/proc/self/exe", compilation->verb, "-g",   purpose[0],
                                 purpose[1],       purpose[2],        flavour};
    const char **words = NULL, *word;
    size_t count = 0;
    for (size_t i = 0; i < sizeof first / sizeof *first; i++)
        *arena_push(arena, words, count) = first[i];
    for (const char *at = compilation->cflags; at && (word = line_next_word(arena, &at));)
        *arena_push(arena, words, count) = word;
    if (object)
        *arena_push(arena, words, count) = "-c";
    *arena_push(arena, words, count) = compilation->source;
    *arena_push(arena, words, count) = "-o";
    *arena_push(arena, words, count) = output;
    for (const char *at = compilation->libs; at && !object && (word = line_next_word(arena, &at));)
        *arena_push(arena, words, count) = word;
    *arena_push(arena, words, count) = NULL;
    return (char *const *)words;
}

/* Returns whether the source compiles without linking, so that the linker must have failed. Prints
 * nothing. */
static bool build_compiles(const struct compilation *compilation, const char *program)
{
    struct arena arena = {0};
    struct error ignored;
    struct jobs_result result = {0};
    char *object = arena_printf(&arena, "%s.o", program);
    struct job job = {.words = compiler_words(compilation, object, true, &arena),
                      .output = "/dev/null"};
    int failed = build_run_job(&job, NULL, &result, &ignored);
    unlink(object);
    arena_free(&arena);
    if (result.interrupt)
        jobs_end_by(result.interrupt);
    return !failed && job.exit_code == 0;
}

static int build_compile(const struct compilation *compilation, const char *program,
                         const char *warnings, struct error *error)
{
    struct arena arena = {0};
    struct job job = {.words = compiler_words(compilation, program, false, &arena)};
    struct jobs_result result;
    int failed = build_run_job(&job, warnings, &result, error);
    if (failed || result.interrupt)
        unlink(program);
    if (result.interrupt)
        jobs_end_by(result.interrupt);
    if (!failed && job.exit_code != 0)
        failed = build_compiles(compilation, program)
                     ? error_set(error, ERROR_FAILED,
                                 "%s does not link: name what is missing in --libs='...', and "
                                 "options for both compiler and linker in --cflags='...'",
                                 compilation->source)
                     : error_set(error, ERROR_FAILED, "%s does not compile", compilation->source);
    arena_free(&arena);
    return failed;
}

static bool same_content(const char *left, const char *right)
{
    struct error ignored;
    char *a = NULL, *b = NULL;
    size_t a_length, b_length;
    bool same = file_read(left, PROGRAM_CAP, &a, &a_length, &ignored) == 0 &&
                file_read(right, PROGRAM_CAP, &b, &b_length, &ignored) == 0 &&
                a_length == b_length && memcmp(a, b, a_length) == 0;
    free(a);
    free(b);
    return same;
}

/* Compiles solver.c to DIRECTORY/solver. */
static int compile_into(const char *directory, const struct compilation *compilation,
                        struct build *build, struct error *error)
{
    const char *source = compilation->source;
    const char *base = strrchr(source, '/');
    base = base ? base + 1 : source;
    char *program = memory_printf("%s/%.*s", directory, (int)(strrchr(base, '.') - base), base);
    char *fresh = memory_printf("%s.%d", program, (int)getpid());
    if (compilation->purpose == BUILD_VERIFY)
        build->warnings = memory_printf("%s.json", program);
    if (build->warnings)
        unlink(build->warnings); /* of an earlier build: without MPI there is none */
    int failed = build_compile(compilation, fresh, build->warnings, error);
    if (!failed && same_content(program, fresh))
        unlink(fresh);
    else if (!failed && rename(fresh, program) != 0)
        failed = error_errno(error, "cannot write %s", program);
    free(fresh);
    if (failed)
        free(program);
    else
        build->program = program;
    return failed;
}

/* Warns a new user of options behind the program: `tutti verify solver.c -n 4`. */
static void warn_of_words(const struct context *context, const struct options *options)
{
    const char *word = options_misplaced(options);
    if (word)
        log_warning(&context->log,
                    "%s comes after the program, so the program gets it: options of tutti come "
                    "before the program; write -- before %s if this is intended",
                    word, options_operands(options, NULL)[0]);
}

int build_program(const struct context *context, const struct options *options,
                  enum build_purpose purpose, struct build *build, struct error *error)
{
    const char *source = options_operands(options, NULL)[0];
    const struct compilation compilation = {.verb = compiler_of(source),
                                            .source = source,
                                            .mpi = options_text(options, "mpi"),
                                            .cflags = options_text(options, "cflags"),
                                            .libs = options_text(options, "libs"),
                                            .purpose = purpose};
    *build = (struct build){0};
    warn_of_words(context, options);
    if (compilation.verb && access(source, F_OK) != 0 && errno == ENOENT)
        return error_set(error, ERROR_USAGE, "there is no source file %s", source);
    if (!compilation.verb || access(source, R_OK) != 0 || access(source, X_OK) == 0) {
        build->program = memory_copy(source);
        return 0;
    }
    if (!options_flag(options, "no-out")) {
        /* Each kind has its own folder; otherwise one would replace the other, whose findings must
         * stay replayable. */
        const char *kept = purpose == BUILD_TEST ? OUTPUT_KEPT "/tests" : OUTPUT_KEPT "/programs";
        return output_make_kept(kept, error) == 0 ? compile_into(kept, &compilation, build, error)
                                                  : -1;
    }
    if (scratch_make(&build->temporary, error) != 0)
        return -1;
    return compile_into(build->temporary, &compilation, build, error);
}

void build_free(struct build *build)
{
    free(build->program);
    free(build->warnings);
    scratch_remove(build->temporary);
    *build = (struct build){0};
}

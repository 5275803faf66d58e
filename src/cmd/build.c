#include "cmd/build.h"

#include "base/file.h"
#include "base/memory.h"
#include "compile/jobs.h"
#include "compile/line.h"
#include "compile/scratch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PROGRAM_CAP = 1024 * 1024 * 1024 };

/* The verb that compiles such a file; NULL: it is no source. */
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
    const char *mpi; /* NULL: any */
    bool bitcode;
};

/* Compiles without analysis and checks: the verb that runs the program sees more. For that it is
 * told of accesses of memory. */
static int compile(const struct compilation *compilation, const char *program, struct error *error)
{
    const char *mpi = compilation->mpi, *source = compilation->source;
    char *flavour = mpi ? memory_printf("-ftutti-mpi=%s", mpi) : memory_copy("-g");
    const char *const words[] = {"/proc/self/exe",
                                 compilation->verb,
                                 "-g",
                                 compilation->bitcode ? "-Wno-tutti" : "-fno-tutti-analysis",
                                 compilation->bitcode ? "-fno-tutti-checks" : "-ftutti-memory",
                                 flavour,
                                 source,
                                 "-o",
                                 program,
                                 NULL};
    struct job job = {.words = (char *const *)words};
    struct jobs_result result;
    int failed = jobs_run(&job, 1, 1, 0, &result, error);
    free(flavour);
    if (failed || result.interrupt)
        unlink(program);
    if (result.interrupt)
        jobs_end_by(result.interrupt);
    if (!failed && job.exit_code != 0)
        failed = error_set(error, ERROR_FAILED, "%s does not compile", source);
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

/* solver.c becomes DIRECTORY/solver. */
static int compile_into(const char *directory, const struct compilation *compilation,
                        struct build *build, struct error *error)
{
    const char *source = compilation->source;
    const char *base = strrchr(source, '/');
    base = base ? base + 1 : source;
    char *program = memory_printf("%s/%.*s", directory, (int)(strrchr(base, '.') - base), base);
    char *fresh = memory_printf("%s.%d", program, (int)getpid());
    int failed = compile(compilation, fresh, error);
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

int build_program(const struct options *options, bool bitcode, struct build *build,
                  struct error *error)
{
    const char *source = options_operands(options, NULL)[0];
    const struct compilation compilation = {compiler_of(source), source,
                                            options_text(options, "mpi"), bitcode};
    *build = (struct build){0};
    if (!compilation.verb || access(source, R_OK) != 0 || access(source, X_OK) == 0) {
        build->program = memory_copy(source);
        return 0;
    }
    if (!options_flag(options, "no-out")) {
        /* Each kind by itself, or one would take the place of the other, whose findings are to be
         * replayed. */
        const char *kept = bitcode ? "tutti-out/tests" : "tutti-out/programs";
        return file_make_directory(kept, error) == 0
                   ? compile_into(kept, &compilation, build, error)
                   : -1;
    }
    if (scratch_make(&build->temporary, error) != 0)
        return -1;
    return compile_into(build->temporary, &compilation, build, error);
}

void build_free(struct build *build)
{
    free(build->program);
    scratch_remove(build->temporary);
    *build = (struct build){0};
}

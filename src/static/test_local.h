/* test_local.h: compiles cases of test_local/, and compares the warnings about single calls with
 * the comments "warn: RULE" (or "note: RULE"). A line must have exactly the findings of its
 * comment. */
#ifndef TUTTI_STATIC_TEST_LOCAL_H
#define TUTTI_STATIC_TEST_LOCAL_H

#include "static/requests/requests.h"
#include "static/run.h"
#include "static/test_program.h"
#include "static/usage/arguments.h"
#include "static/usage/environment.h"
#include "static/usage/leaks.h"
#include "static/usage/scaling.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *const local_levels[] = {"-O0", "-O2"};

/* Compiles as the compiler wrapper does. */
static struct ir_program *local_compile(const char *path, const struct test_mpi *mpi,
                                        const char *level)
{
    const char *end = strrchr(path, '.');
    const char *compiler = strcmp(end, ".f90") == 0  ? TUTTI_FLANG " -g -O0 2>/dev/null"
                           : strcmp(end, ".cc") == 0 ? "clang++-" TUTTI_LLVM " -w"
                                                     : "clang-" TUTTI_LLVM " -w -fopenmp";
    const char *options = strcmp(end, ".f90") == 0
                              ? ""
                              : "-Xclang -disable-llvm-passes -fno-discard-value-names "
                                "-Rpass=tutti-no-such-pass";
    char command[2048];
    snprintf(command, sizeof command, "%s -c -emit-llvm %s %s %s %s", compiler,
             strcmp(end, ".f90") == 0 ? "" : level, options, mpi->include, path);
    struct ir_program *program = test_program_load(command, path);
    assert_non_null(program);
    return program;
}

static void local_analyse(const struct ir_program *program, struct document *document)
{
    const struct static_options options = {.notes = true};
    struct static_run run = {
        .document = document, .options = &options, .analysis = analysis_create(program)};
    document_init(document, "check");
    requests_check(&run);
    leaks_check(&run);
    arguments_check(&run);
    scaling_check(&run);
    environment_check(&run);
    analysis_free(run.analysis);
}

/* Removes a finding of the rule at the line; returns whether there was one. */
static bool local_take(struct document *document, int line, bool note, const char *rule,
                       size_t length)
{
    for (size_t i = 0; i < document->finding_count; i++) {
        struct finding *finding = &document->findings[i];
        if (finding->locations[0].line == line && note == (finding->severity == SEVERITY_NOTE) &&
            strncmp(finding->rule, rule, length) == 0 && !finding->rule[length]) {
            *finding = document->findings[--document->finding_count];
            return true;
        }
    }
    return false;
}

static int local_compare(const char *path, const char *text, struct document *document)
{
    int faults = 0, line = 1;
    for (const char *at = text; at; at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL, line++) {
        const char *end = strchrnul(at, '\n');
        const char *word = memmem(at, (size_t)(end - at), "warn: ", 6);
        bool note = !word && (word = memmem(at, (size_t)(end - at), "note: ", 6));
        if (!word) {
            continue;
        }
        size_t length = strspn(word + 6, "abcdefghijklmnopqrstuvwxyz.-");
        if (!local_take(document, line, note, word + 6, length)) {
            print_error("%s:%d: no warning %.*s\n", path, line, (int)length, word + 6);
            faults++;
        }
    }
    for (size_t i = 0; i < document->finding_count; i++) {
        const struct finding *finding = &document->findings[i];
        print_error("%s:%d: unexpected: %s [%s]\n", path, finding->locations[0].line,
                    finding->headline, finding->rule);
        faults++;
    }
    return faults;
}

static inline void local_check(const char *name)
{
    char path[1024], *text;
    size_t length;
    struct error error = {0};
    int faults = 0;
    snprintf(path, sizeof path, "%s/test_local/%s", TUTTI_TEST_SOURCE, name);
    assert_int_equal(file_read(path, 1 << 20, &text, &length, &error), 0);
    for (size_t m = 0; m < sizeof test_mpis / sizeof *test_mpis; m++) {
        for (size_t i = 0; i < sizeof local_levels / sizeof *local_levels; i++) {
            struct ir_program *program = local_compile(path, &test_mpis[m], local_levels[i]);
            struct document document;
            local_analyse(program, &document);
            assert_true(document.finding_count == 0 || document.findings[0].headline);
            faults += local_compare(path, text, &document);
            document_free(&document);
            ir_program_free(program);
        }
    }
    free(text);
    assert_int_equal(faults, 0);
}

#endif

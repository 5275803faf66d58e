/* test_divergence.c: compiles the programs of test_divergence/ for each MPI, as without and as with
 * -O2, and compares the findings with the words in their lines; see cases.h there. */
#include "base/file.h"
#include "base/test_directory.h"
#include "base/text.h"
#include "static/static.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { LINES_MAX = 2000, FILE_CAP = 16 << 20 };

/* The verdicts on a line, from the weakest to the strongest: the word in the source, and the
 * rule. */
static const struct {
    const char *word, *rule;
} verdicts[] = {
    {"silent", NULL},
    {"unproved", NULL},
    {"diverges", "collective.divergence"},
    {"mismatch.root", "mismatch.root"},
    {"mismatch.op", "mismatch.op"},
};
enum { SILENT, UNPROVED, DIVERGES, VERDICTS = sizeof verdicts / sizeof *verdicts };

struct case_file {
    const char *name;
    const char *include; /* directory of mpi.h */
    const char *optimisation;
    char *source, *bitcode;
};

static void path_init(struct case_file *file)
{
    file->source = memory_printf("%s/divergence/test_divergence/%s", TUTTI_TEST_SOURCE, file->name);
    file->bitcode = memory_printf("%s.bc", file->name);
}

static void path_free(struct case_file *file)
{
    free(file->source);
    free(file->bitcode);
}

static void compile(const struct case_file *file)
{
    char *command = memory_printf(
        "clang-" TUTTI_LLVM " -w -I%s -I%s/.. %s -emit-llvm -c -Xclang -disable-llvm-passes "
        "-fno-discard-value-names -Rpass=nothing-matches %s -o %s",
        file->include, TUTTI_TEST_SOURCE, file->optimisation, file->source, file->bitcode);

    int status = system(command); // NOLINT(cert-env33-c): the command is ours

    assert_int_equal(status, 0);
    free(command);
}

static int verdict_of(const char *line, size_t length)
{
    const char *mark = memmem(line, length, "// ", 3);

    for (int i = UNPROVED; mark != NULL && i < VERDICTS; i++) {
        size_t word = strlen(verdicts[i].word);

        if (word == length - (size_t)(mark + 3 - line) &&
            memcmp(mark + 3, verdicts[i].word, word) == 0) {
            return i;
        }
    }
    return SILENT;
}

/* Reads what the words in the source say of each line. */
static int read_expected(const struct case_file *file, int *expected)
{
    struct error error;
    char *text;
    size_t length;
    int count = 0;

    assert_int_equal(file_read(file->source, FILE_CAP, &text, &length, &error), 0);
    for (const char *line = text; *line != '\0';) {
        const char *end = strchrnul(line, '\n');

        assert_in_range(++count, 1, LINES_MAX - 1);
        expected[count] = verdict_of(line, (size_t)(end - line));
        line = *end == '\0' ? end : end + 1;
    }
    free(text);
    return count;
}

static void note_found(const struct document *document, const struct static_needs *needs,
                       int *found)
{
    for (size_t i = 0; i < needs->site_count; i++) {
        assert_in_range(needs->sites[i].branch.line, 1, LINES_MAX - 1);
        found[needs->sites[i].branch.line] = UNPROVED;
    }
    for (size_t i = 0; i < document->finding_count; i++) {
        const struct finding *finding = &document->findings[i];

        for (int k = DIVERGES; k < VERDICTS; k++) {
            if (strcmp(finding->rule, verdicts[k].rule) == 0) {
                assert_in_range(finding->locations[0].line, 1, LINES_MAX - 1);
                assert_non_null(finding->headline);
                assert_non_null(finding->why);
                found[finding->locations[0].line] = k;
            }
        }
    }
}

static void analyse(const struct case_file *file, int *found)
{
    struct static_options options = {.whole_program = false};
    struct static_needs needs = {0};
    struct ir_bitcode piece = {.name = file->bitcode};
    struct ir_program *program;
    struct document document;
    struct error error;
    char *data;

    assert_int_equal(file_read(file->bitcode, FILE_CAP, &data, &piece.size, &error), 0);
    piece.data = data;
    assert_int_equal(ir_program_load(&piece, 1, &program, &error), 0);
    document_init(&document, "check");
    assert_int_equal(static_analyse(program, &options, &document, &needs, &error), 0);
    note_found(&document, &needs, found);
    document_free(&document);
    ir_program_free(program);
    free(data);
}

static int count_wrong(const struct case_file *file)
{
    int expected[LINES_MAX] = {SILENT}, found[LINES_MAX] = {SILENT};
    int count = read_expected(file, expected), wrong = 0;

    compile(file);
    analyse(file, found);
    for (int i = 1; i <= count; i++) {
        if (expected[i] != found[i]) {
            print_error("%s:%d: %s, not %s (%s %s)\n", file->name, i, verdicts[found[i]].word,
                        verdicts[expected[i]].word, file->include, file->optimisation);
            wrong++;
        }
    }
    return wrong;
}

static int count_wrong_everywhere(const char *name)
{
    static const char *const includes[] = {
#ifdef TUTTI_TEST_MPICH
        TUTTI_TEST_MPICH,
#endif
#ifdef TUTTI_TEST_OPENMPI
        TUTTI_TEST_OPENMPI,
#endif
    };
    static const char *const optimisations[] = {"-O0", "-O2"};
    int wrong = 0;

    for (size_t i = 0; i < sizeof includes / sizeof *includes; i++) {
        for (size_t k = 0; k < sizeof optimisations / sizeof *optimisations; k++) {
            struct case_file file = {
                .name = name, .include = includes[i], .optimisation = optimisations[k]};

            path_init(&file);
            wrong += count_wrong(&file);
            path_free(&file);
        }
    }
    return wrong;
}

static void test_branches(void **state)
{
    (void)state;
    assert_int_equal(count_wrong_everywhere("branches.c"), 0);
}

static void test_loops(void **state)
{
    (void)state;
    assert_int_equal(count_wrong_everywhere("loops.c"), 0);
}

static void test_calls(void **state)
{
    (void)state;
    assert_int_equal(count_wrong_everywhere("calls.c"), 0);
}

static void test_communicators(void **state)
{
    (void)state;
    assert_int_equal(count_wrong_everywhere("communicators.c"), 0);
}

static void test_endings(void **state)
{
    (void)state;
    assert_int_equal(count_wrong_everywhere("endings.c"), 0);
}

static void test_exceptions(void **state)
{
    (void)state;
    assert_int_equal(count_wrong_everywhere("exceptions.cc"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_branches, directory_enter, directory_leave),
        cmocka_unit_test_setup_teardown(test_loops, directory_enter, directory_leave),
        cmocka_unit_test_setup_teardown(test_calls, directory_enter, directory_leave),
        cmocka_unit_test_setup_teardown(test_communicators, directory_enter, directory_leave),
        cmocka_unit_test_setup_teardown(test_endings, directory_enter, directory_leave),
        cmocka_unit_test_setup_teardown(test_exceptions, directory_enter, directory_leave),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

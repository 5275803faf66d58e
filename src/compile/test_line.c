/* Tests of the command lines of compilers: the parsed line, and the resulting command of clang. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/test_directory.h"
#include "base/text.h"
#include "compile/command.h"
#include "compile/foreign.h"
#include "compile/line.h"

#include <string.h>

#define WORDS(...) ((char *const *)(const char *const[]){__VA_ARGS__, NULL})

static struct line parsed(char *const *words)
{
    struct line line;
    struct error error;
    if (line_parse(words, &line, &error) != 0)
        fail_msg("%s", error.text);
    return line;
}

static void expect_action(char *const *words, enum line_action action, size_t sources)
{
    struct line line = parsed(words);
    assert_int_equal(line.action, action);
    assert_int_equal(line.source_count, sources);
    line_free(&line);
}

static void test_actions(void **state)
{
    (void)state;
    expect_action(WORDS("--version"), LINE_ASK, 0);
    expect_action(WORDS("-c", "a.c"), LINE_OBJECT, 1);
    expect_action(WORDS("a.c", "-c", "-E"), LINE_PREPROCESS, 1);
    expect_action(WORDS("a.c", "b.cc", "c.f90", "d.o", "-lm"), LINE_LINK, 3);
    expect_action(WORDS("-o", "a.c", "d.o"), LINE_LINK, 0); /* a.c is the output */
    expect_action(WORDS("-I", "b.c", "-D", "c.c", "-MF", "d.c", "-c", "a.c"), LINE_OBJECT, 1);
    expect_action(WORDS("-x", "c", "a.txt", "-x", "none", "b.o"), LINE_LINK, 1);
    expect_action(WORDS("-c", "--", "-a.c"), LINE_OBJECT, 1);
    expect_action(WORDS("a.h"), LINE_OBJECT, 1);
    expect_action(WORDS("-M", "a.c"), LINE_DEPEND, 1);
    expect_action(WORDS("-S", "a.c"), LINE_ASSEMBLY, 1);
    expect_action(WORDS("-###", "a.c"), LINE_ASK, 1);
}

static void test_own_options(void **state)
{
    (void)state;
    struct error error;
    struct line line = parsed(WORDS("-ftutti-mpi=mpich", "-Werror=tutti", "-c", "a.c"));
    assert_string_equal(line.own.mpi, "mpich");
    assert_true(line.own.warnings_fatal);
    assert_int_equal(line.word_count, 2);
    line_free(&line);
    line = parsed(WORDS("-ftutti-memory", "-c", "a.c"));
    assert_true(line.own.memory);
    assert_int_equal(line.word_count, 2);
    line_free(&line);
    line = parsed(WORDS("-ftutti-memory", "-fno-tutti-memory", "-c", "a.c"));
    assert_false(line.own.memory);
    line_free(&line);
    assert_int_equal(line_parse(WORDS("-ftutti-x"), &line, &error), -1);
    line_free(&line);
}

static void test_response_files(void **state)
{
    (void)state;
    struct error error;
    static const char inner[] = "-DA='b c' \"d e.c\"\n", outer[] = "@inner f\\ g.c @missing";
    assert_int_equal(file_write("inner", inner, strlen(inner), &error), 0);
    assert_int_equal(file_write("outer", outer, strlen(outer), &error), 0);
    struct line line = parsed(WORDS("@outer"));
    const char *const want[] = {"-DA=b c", "d e.c", "f g.c", "@missing"};
    assert_int_equal(line.word_count, 4);
    for (size_t i = 0; i < 4; i++)
        assert_string_equal(line.words[i].text, want[i]);
    line_free(&line);
    static const char itself[] = "@itself";
    assert_int_equal(file_write("itself", itself, strlen(itself), &error), 0);
    line = parsed(WORDS("@itself"));
    line_free(&line);
}

/* Options that make clang accept as much old C as gcc does. */
#define PATIENCE                                                        \
    "-Wno-error=implicit-function-declaration -Wno-error=implicit-int " \
    "-Wno-error=int-conversion -Wno-error=incompatible-function-pointer-types "

static void expect_command(char **words, const char *want)
{
    struct text text;
    text_init(&text, 4096);
    for (; *words; words++)
        text_addf(&text, "%s%s", text.length ? " " : "", *words);
    assert_string_equal(text.data, want);
    text_free(&text);
}

static void test_commands(void **state)
{
    (void)state;
    static const char *include[] = {"-I/mpi"}, *library[] = {"-lmpi"};
    struct line line = parsed(WORDS("-O2", "-c", "a.c"));
    struct command_builder builder = {
        .line = &line,
        .front = LANGUAGE_C,
        .compilers = {"clang", "clang++", "flang"},
        .mpi = {.compile = include, .compile_count = 1, .link = library, .link_count = 1}};
    expect_command(command_whole(&builder), "clang " PATIENCE "-O2 -c a.c -I/mpi");
    line_free(&line);
    line = parsed(WORDS("-O2", "a.c", "-L.", "b.o", "-lx", "-o", "p"));
    expect_command(command_object(&builder, 1, "t.o"),
                   "clang -Wno-unused-command-line-argument " PATIENCE "-O2 -I/mpi -c -o t.o a.c");
    const char *objects[] = {"t.o"}, *members[] = {"m.o"};
    struct command_input inputs[7] = {[1] = {.paths = objects, .path_count = 1},
                                      [4] = {.paths = members, .path_count = 1, .keep = true}};
    const char *extra[] = {"-Wl,x"};
    expect_command(command_link(&builder, inputs, extra, 1),
                   "clang -Wno-unused-command-line-argument -O2 -Wl,x t.o -L. b.o m.o -lx -o p "
                   "-lmpi");
    line_free(&line);
    line = parsed(WORDS("-c", "--", "a.c"));
    expect_command(command_whole(&builder), "clang " PATIENCE "-c -I/mpi -- a.c");
    line_free(&line);
    arena_free(&builder.arena);
}

static void test_foreign_options(void **state)
{
    (void)state;
    static const char *const kept[] = {"-fPIC",
                                       "-fopenmp",
                                       "-Wall",
                                       "-Werror",
                                       "-march=native",
                                       "-mavx2",
                                       "-Wl,-x",
                                       "-Werror=format",
                                       "-O2",
                                       "-std=gnu11",
                                       "-fno-strict-aliasing",
                                       "-ftree-vectorize",
                                       "-msse4",
                                       "-g",
                                       "-fvisibility=hidden"};
    static const char *const dropped[] = {"-fno-such-option", "-Wno-such-warning", "--param",
                                          "-specs=x",         "-march=none",       "-fgcse"};
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        assert_ptr_equal(foreign_option(kept[i], false), kept[i]);
    for (size_t i = 0; i < sizeof dropped / sizeof *dropped; i++)
        if (foreign_option(dropped[i], false))
            fail_msg("%s is kept", dropped[i]);
    assert_string_equal(foreign_option("-gstabs", false), "-g");
    assert_string_equal(foreign_option("-Os", true), "-O2");
    assert_null(foreign_option("-ffree-line-length-none", true));
    assert_non_null(foreign_option("-fopenmp", true));
    assert_non_null(foreign_option("-fPIC", true));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_actions),
        cmocka_unit_test(test_own_options),
        cmocka_unit_test_setup_teardown(test_response_files, directory_enter, directory_leave),
        cmocka_unit_test(test_commands),
        cmocka_unit_test(test_foreign_options),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

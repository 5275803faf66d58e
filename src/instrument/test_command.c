#include "instrument/command.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* The words of a command with blanks between them. */
static const char *joined(struct arena *arena, char **words)
{
    const char *text = words[0];
    for (size_t i = 1; words[i]; i++)
        text = arena_printf(arena, "%s %s", text, words[i]);
    return text;
}

/* A command as an object holds it: each word has a zero after it. */
static struct instrument_input input_of(struct arena *arena, const char *words)
{
    char *command = arena_copy(arena, words);
    const size_t size = strlen(command) + 1;
    for (size_t i = 0; i < size; i++)
        if (command[i] == ' ')
            command[i] = '\0';
    return (struct instrument_input){.name = "a.o", .command = command, .command_size = size};
}

static void test_object_of_c(void **state)
{
    (void)state;
    struct arena arena = {0};
    const char *refused;
    const struct instrument_input input =
        input_of(&arena, "-cc1 -triple x86_64-pc-linux-gnu -emit-obj -dependency-file a.d -MT a.o "
                         "-sys-header-deps -I /usr/include -D X=1 -O2 -Rpass=nothing "
                         "-split-dwarf-output a.dwo -fembed-bitcode=all");
    assert_false(command_of_fortran(&input));
    assert_string_equal(
        joined(&arena, command_again(&arena, "clang", &input, "n.bc", "n.o", &refused)),
        "clang -cc1 -triple x86_64-pc-linux-gnu -emit-obj -O2 -x ir n.bc -o n.o");
    arena_free(&arena);
}

static void test_object_of_fortran(void **state)
{
    (void)state;
    struct arena arena = {0};
    const char *directory, *refused;
    const struct instrument_input input =
        input_of(&arena, "-cc1 " INSTRUMENT_FLANG
                         " /home/x /tmp/evil -O3 -fPIC -J mods -Jmore -g -c a.f90 -o a.o");
    assert_true(command_of_fortran(&input));
    assert_true(command_debugs(&input));
    assert_string_equal(
        joined(&arena,
               command_fortran(&arena, "flang", &input, "n.bc", "tmp", &directory, &refused)),
        "flang -O3 -fPIC -Imods -Imore -g -c a.f90 -J tmp -I . -g -emit-llvm -c -o n.bc");
    assert_string_equal(directory, "/home/x");
    assert_string_equal(
        joined(&arena, command_fortran_again(&arena, "clang", &input, "n.bc", "n.o")),
        "clang -Wno-everything -Xclang -disable-llvm-passes -O3 -fPIC -c -x ir n.bc -o n.o");
    arena_free(&arena);
}

/* Instrumented code is optimised in any case. */
static void test_object_of_test_build(void **state)
{
    (void)state;
    struct arena arena = {0};
    const struct instrument_input quick = input_of(&arena, "-cc1 -main-file-name b.c -O3 -x c");
    const struct instrument_input slow = input_of(&arena, "-cc1 -O0 -x c");
    const struct instrument_input none = input_of(&arena, "-cc1 -x c");
    const struct instrument_input fortran =
        input_of(&arena, "-cc1 " INSTRUMENT_FLANG " /home/x flang -O0 -fPIC -c a.f90 -o a.o");
    const struct instrument_input unknown = {.name = "a.o"};
    const struct {
        const struct instrument_input *input;
        const char *command;
    } cases[] = {
        {&quick, "clang -cc1 -main-file-name b.c -O3 -x ir n.bc -o n.o"},
        {&slow, "clang -cc1 -x ir n.bc -o n.o -O1"},
        {&none, "clang -cc1 -x ir n.bc -o n.o -O1"},
        {&fortran, "clang -Wno-everything -O1 -fPIC -c -x ir n.bc -o n.o"},
        {&unknown, "clang -Wno-everything -O1 -c -x ir n.bc -o n.o"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(
            joined(&arena, command_test(&arena, "clang", cases[i].input, "n.bc", "n.o")),
            cases[i].command);
    const struct instrument_input debugged =
        input_of(&arena, "-cc1 -debug-info-kind=constructor -g");
    assert_true(command_debugs(&debugged));
    assert_false(command_debugs(&quick) || command_debugs(&fortran) || command_debugs(&unknown));
    assert_string_equal(command_source(&quick), "b.c");
    assert_string_equal(command_source(&fortran), "a.f90");
    assert_null(command_source(&unknown));
    arena_free(&arena);
}

/* A section that is cut short, or holds something else. */
static void test_odd_commands(void **state)
{
    (void)state;
    struct arena arena = {0};
    const char *directory, *refused;
    const struct instrument_input first = input_of(&arena, "-cc1 " INSTRUMENT_FLANG);
    assert_true(command_of_fortran(&first));
    assert_false(command_debugs(&first));
    assert_null(command_fortran(&arena, "flang", &first, "n.bc", "tmp", &directory, &refused));
    struct instrument_input second = input_of(&arena, "-cc1 -O2");
    second.command_size--;
    assert_false(command_of_fortran(&second));
    assert_string_equal(
        joined(&arena, command_again(&arena, "clang", &second, "n.bc", "n.o", &refused)),
        "clang -cc1 -x ir n.bc -o n.o");
    arena_free(&arena);
}

/* The word that says that an object reports its accesses of memory is not passed to a compiler. */
static void test_mark_of_memory(void **state)
{
    (void)state;
    struct arena arena = {0};
    const char *directory, *refused;
    struct instrument_input c = input_of(&arena, "-cc1 -O2"), again;
    assert_false(command_sees_memory(&c));
    c.command = command_mark_memory(&arena, &c, &c.command_size);
    assert_true(command_sees_memory(&c));
    assert_string_equal(joined(&arena, command_again(&arena, "clang", &c, "n.bc", "n.o", &refused)),
                        "clang -cc1 -O2 -x ir n.bc -o n.o");
    again = c;
    again.command = command_mark_memory(&arena, &c, &again.command_size);
    assert_int_equal(again.command_size, c.command_size);
    struct instrument_input fortran =
        input_of(&arena, "-cc1 " INSTRUMENT_FLANG " /home/x flang -O2 -c a.f90 -o a.o");
    fortran.command = command_mark_memory(&arena, &fortran, &fortran.command_size);
    assert_true(command_sees_memory(&fortran) && command_of_fortran(&fortran));
    assert_string_equal(joined(&arena, command_fortran(&arena, "flang", &fortran, "n.bc", "tmp",
                                                       &directory, &refused)),
                        "flang -O2 -c a.f90 -J tmp -I . -g -emit-llvm -c -o n.bc");
    const struct instrument_input unknown = {.name = "a.o"};
    assert_false(command_sees_memory(&unknown));
    arena_free(&arena);
}

/* Anybody may have made an object, so no option that executes or writes something is taken. */
static void test_hostile_commands(void **state)
{
    (void)state;
    static const char *const evil[] = {
        "-load evil.so",
        "-fplugin=evil.so",
        "-fpass-plugin=evil.so",
        "-plugin x",
        "-add-plugin x",
        "-mllvm -load=evil.so",
        "-Xclang -load",
        "-B/tmp/evil",
        "-B /tmp/evil",
        "-wrapper evil",
        "-fuse-ld=/tmp/evil",
        "--config=evil.cfg",
        "@evil",
        "-target-cpu @evil",
        "-save-temps",
        "-ftime-trace=/home/x/.bashrc",
        "-coverage-data-file=/home/x/.bashrc",
        "-stack-usage-file /home/x/.bashrc",
        "-fsave-optimization-record=yaml",
        "-mlink-bitcode-file evil.bc",
        "-working-directory /",
        "--sysroot=/tmp/evil",
        "-ccc-gcc-name evil",
        "-gcc-toolchain /tmp/evil",
        "-Wl,-plugin,evil.so",
        "-Wp,-MD,file",
    };
    struct arena arena = {0};
    for (size_t i = 0; i < sizeof evil / sizeof *evil; i++) {
        const char *refused = NULL, *directory;
        const struct instrument_input c =
            input_of(&arena, arena_printf(&arena, "-cc1 -O2 %s -emit-obj", evil[i]));
        assert_null(command_again(&arena, "clang", &c, "n.bc", "n.o", &refused));
        assert_non_null(refused);
        const struct instrument_input fortran =
            input_of(&arena, arena_printf(&arena, "-cc1 " INSTRUMENT_FLANG " /x flang %s -c a.f90",
                                          evil[i]));
        char **words =
            command_fortran(&arena, "flang", &fortran, "n.bc", "tmp", &directory, &refused);
        if (words)
            fail_msg("%s", evil[i]);
        words = command_test(&arena, "clang", &c, "n.bc", "n.o");
        assert_string_equal(joined(&arena, words),
                            "clang -Wno-everything -O2 -c -x ir n.bc -o n.o");
        words = command_fortran_again(&arena, "clang", &fortran, "n.bc", "n.o");
        assert_string_equal(joined(&arena, words), "clang -Wno-everything -Xclang "
                                                   "-disable-llvm-passes -c -x ir n.bc -o n.o");
    }
    arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_object_of_c),          cmocka_unit_test(test_object_of_fortran),
        cmocka_unit_test(test_object_of_test_build), cmocka_unit_test(test_odd_commands),
        cmocka_unit_test(test_mark_of_memory),       cmocka_unit_test(test_hostile_commands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

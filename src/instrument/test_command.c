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

static struct instrument_input input_of(const char *words, size_t size)
{
    return (struct instrument_input){.name = "a.o", .command = words, .command_size = size};
}

static void test_object_of_c(void **state)
{
    (void)state;
    static const char words[] =
        "-cc1\0-triple\0x86_64-pc-linux-gnu\0-emit-obj\0-dependency-file\0a.d\0"
        "-MT\0a.o\0-sys-header-deps\0-I\0/usr/include\0-D\0X=1\0-O2\0"
        "-Rpass=nothing\0-split-dwarf-output\0a.dwo\0-fembed-bitcode=all";
    struct arena arena = {0};
    const struct instrument_input input = input_of(words, sizeof words);
    assert_false(command_of_fortran(&input));
    assert_string_equal(joined(&arena, command_again(&arena, "clang", &input, "n.bc", "n.o")),
                        "clang -cc1 -triple x86_64-pc-linux-gnu -emit-obj -O2 -x ir n.bc -o n.o");
    arena_free(&arena);
}

static void test_object_of_fortran(void **state)
{
    (void)state;
    static const char words[] = "-cc1\0" INSTRUMENT_FLANG "\0/home/x\0flang\0-O3\0-fPIC\0-J\0mods\0"
                                "-Jmore\0-g\0-c\0a.f90\0-o\0a.o";
    struct arena arena = {0};
    const char *directory;
    const struct instrument_input input = input_of(words, sizeof words);
    assert_true(command_of_fortran(&input));
    assert_true(command_debugs(&input));
    assert_string_equal(
        joined(&arena, command_fortran(&arena, &input, "n.bc", "tmp", &directory)),
        "flang -O3 -fPIC -Imods -Imore -g -c a.f90 -J tmp -I . -g -emit-llvm -c -o n.bc");
    assert_string_equal(directory, "/home/x");
    assert_string_equal(
        joined(&arena, command_fortran_again(&arena, "clang", &input, "n.bc", "n.o")),
        "clang -Wno-everything -Xclang -disable-llvm-passes -O3 -fPIC -c -x ir n.bc -o n.o");
    arena_free(&arena);
}

/* A section that is cut short, or holds something else. */
static void test_odd_commands(void **state)
{
    (void)state;
    static const char flang[] = "-cc1\0" INSTRUMENT_FLANG;
    static const char cut[] = {'-', 'c', 'c', '1', 0, '-', 'O', '2'};
    struct arena arena = {0};
    const char *directory;
    const struct instrument_input first = input_of(flang, sizeof flang);
    assert_true(command_of_fortran(&first));
    assert_false(command_debugs(&first));
    assert_null(command_fortran(&arena, &first, "n.bc", "tmp", &directory));
    const struct instrument_input second = input_of(cut, sizeof cut);
    assert_false(command_of_fortran(&second));
    assert_string_equal(joined(&arena, command_again(&arena, "clang", &second, "n.bc", "n.o")),
                        "clang -cc1 -x ir n.bc -o n.o");
    arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_object_of_c),
        cmocka_unit_test(test_object_of_fortran),
        cmocka_unit_test(test_odd_commands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

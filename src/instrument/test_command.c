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

/* A command as an object holds it: each word has a zero behind it. */
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
    const struct instrument_input input =
        input_of(&arena, "-cc1 -triple x86_64-pc-linux-gnu -emit-obj -dependency-file a.d -MT a.o "
                         "-sys-header-deps -I /usr/include -D X=1 -O2 -Rpass=nothing "
                         "-split-dwarf-output a.dwo -fembed-bitcode=all");
    assert_false(command_of_fortran(&input));
    assert_string_equal(joined(&arena, command_again(&arena, "clang", &input, "n.bc", "n.o")),
                        "clang -cc1 -triple x86_64-pc-linux-gnu -emit-obj -O2 -x ir n.bc -o n.o");
    arena_free(&arena);
}

static void test_object_of_fortran(void **state)
{
    (void)state;
    struct arena arena = {0};
    const char *directory;
    const struct instrument_input input =
        input_of(&arena, "-cc1 " INSTRUMENT_FLANG
                         " /home/x flang -O3 -fPIC -J mods -Jmore -g -c a.f90 -o a.o");
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
    struct arena arena = {0};
    const char *directory;
    const struct instrument_input first = input_of(&arena, "-cc1 " INSTRUMENT_FLANG);
    assert_true(command_of_fortran(&first));
    assert_false(command_debugs(&first));
    assert_null(command_fortran(&arena, &first, "n.bc", "tmp", &directory));
    struct instrument_input second = input_of(&arena, "-cc1 -O2");
    second.command_size--;
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

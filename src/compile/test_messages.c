/* Tests of the part of a compiler's messages that is printed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/test_directory.h"
#include "compile/messages.h"

#include <string.h>

/* Returns the output for a file with this text. */
static char *printed(const char *text)
{
    struct error error;
    assert_int_equal(file_write("said", text, strlen(text), &error), 0);
    char *out = NULL;
    size_t length;
    FILE *stream = open_memstream(&out, &length);
    messages_print("said", stream);
    fclose(stream);
    return out;
}

static void expect(const char *text, const char *wanted)
{
    char *out = printed(text);
    assert_string_equal(out, wanted);
    free(out);
}

static void test_same_place(void **state)
{
    (void)state;
    expect("error: Semantic errors in a.f90\n"
           "a.f90:3:7: error: Cannot read module file: 0x1f\n    use mpi\n        ^^^\n"
           "a.f90:3:7: error: Cannot read module file: 0x8b\n    use mpi\n        ^^^\n"
           "a.f90:3:7: error: Cannot read module file: 0x08\n    use mpi\n        ^^^\n"
           "a.f90:8:22: error: No explicit type\n    call f(x)\n",
           "error: Semantic errors in a.f90\n"
           "a.f90:3:7: error: Cannot read module file: 0x1f\n    use mpi\n        ^^^\n"
           "a.f90:8:22: error: No explicit type\n    call f(x)\n");
}

static void test_other_places(void **state)
{
    (void)state;
    static const char *const same[] = {
        "",
        "no newline",
        "a.c:3:7: error: one\na.c:3:8: error: two\na.c:3:7: error: three\n",
        "a.c:3:7: warning: one\na.c:3:7: warning: two\n",
        "a.c:3:7: error: one\n x\na.c:3:70: error: two\n y\n",
    };
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        expect(same[i], same[i]);
}

static void test_no_file(void **state)
{
    (void)state;
    messages_print("there-is-no-such-file", stdout);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_same_place, directory_enter, directory_leave),
        cmocka_unit_test_setup_teardown(test_other_places, directory_enter, directory_leave),
        cmocka_unit_test_setup_teardown(test_no_file, directory_enter, directory_leave),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

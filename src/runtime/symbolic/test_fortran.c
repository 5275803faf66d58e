/* test_fortran.c: READ statements in the calls that flang makes of them, with an imitation of
 * flang's library: the test sets what it reads. */
#include "runtime/symbolic/test_segment.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef void *handle;

struct descriptor {
    void *base;
    size_t length;
};

static int64_t integer; /* the value that the program gets */
static double real;
static char place; /* of the statement */

/* NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp): flang's names */
#define CALL(result, name, parameters, body) \
    result name parameters;                  \
    result tutti_model_##name parameters;    \
    result name parameters                   \
    {                                        \
        body;                                \
    }
CALL(handle, _FortranAioBeginExternalListInput, (int unit, const char *file, int line), (void)unit;
     (void)file; (void)line; return &place)
CALL(handle, _FortranAioBeginInternalListInput,
     (const char *text, size_t length, void **scratch, size_t more, const char *file, int line),
     (void)text;
     (void)length; (void)scratch; (void)more; (void)file; (void)line; return &place)
CALL(handle, _FortranAioBeginExternalFormattedInput,
     (const char *format, size_t length, const void *more, int unit, const char *file, int line),
     (void)format;
     (void)length; (void)more; (void)unit; (void)file; (void)line; return &place)
CALL(handle, _FortranAioBeginOpenUnit, (int unit, const char *file, int line), (void)unit;
     (void)file; (void)line; return &place)
CALL(handle, _FortranAioBeginClose, (int unit, const char *file, int line), (void)unit; (void)file;
     (void)line; return &place)
CALL(handle, _FortranAioBeginRewind, (int unit, const char *file, int line), (void)unit; (void)file;
     (void)line; return &place)
CALL(bool, _FortranAioSetFile, (handle statement, const char *path, size_t length), (void)statement;
     (void)path; (void)length; return true)
CALL(bool, _FortranAioInputInteger, (handle statement, void *at, int kind), (void)statement;
     memcpy(at, &integer, (size_t)kind); return true)
CALL(bool, _FortranAioInputReal64, (handle statement, double *at), (void)statement; *at = real;
     return true)
CALL(bool, _FortranAioInputAscii, (handle statement, char *at, size_t length), (void)statement;
     memset(at, 'x', length); return true)
CALL(int, _FortranAioEndIoStatement, (handle statement), (void)statement; return 0)
CALL(int, _FortranAGetCommandArgument,
     (int number, const struct descriptor *value, const struct descriptor *length,
      const struct descriptor *message, const char *file, int line),
     (void)number;
     (void)length; (void)message; (void)file; (void)line; memset(value->base, ' ', value->length);
     memcpy(value->base, "-12", 3); return 0)

/* Returns the variable for an integer; NULL: none. */
static const struct symbolic_variable *got(int64_t value, int kind)
{
    int64_t at = 0;
    integer = value;
    assert_true(tutti_model__FortranAioInputInteger(&place, &at, kind));
    uint32_t id = tutti_symbolic_load(&at, kind == 8 ? SYMBOLIC_I64 : SYMBOLIC_I32,
                                      kind == 8 ? (uint64_t)at : (uint32_t)at);
    return id ? &region->variables[node(id)->a] : NULL;
}

static const struct symbolic_variable *got_real(double value)
{
    double at = 0;
    uint64_t bits;
    real = value;
    assert_true(tutti_model__FortranAioInputReal64(&place, &at));
    memcpy(&bits, &at, sizeof bits);
    uint32_t id = tutti_symbolic_load(&at, SYMBOLIC_DOUBLE, bits);
    return id ? &region->variables[node(id)->a] : NULL;
}

static void open_unit(int unit, const char *path)
{
    tutti_model__FortranAioBeginOpenUnit(unit, "", 0);
    tutti_model__FortranAioSetFile(&place, path, strlen(path));
    tutti_model__FortranAioEndIoStatement(&place);
}

static void begin(int unit)
{
    assert_ptr_equal(tutti_model__FortranAioBeginExternalListInput(unit, "", 0), &place);
}

static void end(void)
{
    tutti_model__FortranAioEndIoStatement(&place);
}

static void is_at(const struct symbolic_variable *variable, uint32_t offset, uint32_t length)
{
    assert_non_null(variable);
    assert_int_equal(variable->kind, SYMBOLIC_NUMBER);
    assert_int_equal(variable->offset, offset);
    assert_int_equal(variable->length, length);
}

static void write_file(const char *text)
{
    FILE *file = fopen("numbers", "w");
    assert_non_null(file);
    if (file) {
        fputs(text, file);
        fclose(file);
    }
}

static void test_lines(void **context)
{
    char word[4];
    (void)context;
    write_file("a title\n 12 , -3 what else\nname 1.5d0\n7\n8 9\n");
    open_unit(10, "numbers   ");
    begin(10); /* an empty READ skips a line */
    end();
    begin(10);
    is_at(got(12, 4), 9, 2);
    is_at(got(-3, 8), 14, 2);
    end();
    begin(10);
    assert_true(tutti_model__FortranAioInputAscii(&place, word, sizeof word));
    is_at(got_real(1.5), 32, 5);
    end();
    begin(10); /* goes on in the next line */
    is_at(got(7, 4), 38, 1);
    is_at(got(8, 4), 40, 1);
    end();
    tutti_model__FortranAioBeginRewind(10, "", 0);
    begin(10);
    end();
    begin(10);
    is_at(got(12, 4), 9, 2);
    end();
    tutti_model__FortranAioBeginClose(10, "", 0);
    begin(10);
    assert_null(got(12, 4));
    end();
}

/* An item that does not agree is not followed, and neither are later ones. */
static void test_lost(void **context)
{
    (void)context;
    write_file("1 2\n3\n2*5 4\n");
    open_unit(11, "numbers");
    begin(11);
    is_at(got(1, 4), 0, 1);
    assert_null(got(3, 4));
    end();
    begin(11);
    assert_null(got(3, 4));
    end();
    open_unit(11, "numbers");
    begin(11);
    end();
    tutti_model__FortranAioBeginExternalFormattedInput("", 0, NULL, 11, "", 0);
    begin(11);
    assert_null(got(3, 4));
    end();
    open_unit(11, "numbers");
    begin(11);
    end();
    begin(11);
    end();
    begin(11); /* a count */
    assert_null(got(5, 4));
    end();
    open_unit(11, "missing");
    begin(11);
    assert_null(got(5, 4));
    end();
}

static void test_argument(void **context)
{
    char text[20];
    struct descriptor value = {text, sizeof text};
    (void)context;
    memset(tutti_symbolic_arguments, 0, sizeof tutti_symbolic_arguments);
    tutti_model__FortranAGetCommandArgument(2, &value, NULL, NULL, "", 0);
    tutti_model__FortranAioBeginInternalListInput(text, sizeof text, NULL, 0, "", 0);
    const struct symbolic_variable *variable = got(-12, 4);
    is_at(variable, 0, 3);
    assert_int_equal(region->sources[variable->source].kind, SYMBOLIC_ARGUMENT);
    assert_int_equal(region->sources[variable->source].index, 2);
    end();
}
/* NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */

static char directory[] = "/tmp/test_fortran-XXXXXX";

static int open_directory(void **context)
{
    static char program[] = "a";
    assert_non_null(mkdtemp(directory));
    assert_int_equal(chdir(directory), 0);
    open_segment(context);
    tutti_symbolic_main(1, (char *[]){program, NULL});
    return 0;
}

static int remove_directory(void **context)
{
    (void)context;
    unlink("numbers");
    return rmdir(directory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_lost),
        cmocka_unit_test(test_argument),
    };
    return cmocka_run_group_tests(tests, open_directory, remove_directory);
}

#include "ir/library.h"

#include "base/error.h"
#include "base/file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void test_names(void **state)
{
    (void)state;
    struct library_facts copy = library_of("memcpy");
    assert_int_equal(copy.effect, EFFECT_COPIES);
    assert_int_equal(copy.values, VALUES_COPY);
    assert_int_equal(copy.flags, CALL_PLAIN | CALL_USES);
    assert_int_equal(copy.access.reads, 1 << 1);
    assert_int_equal(copy.access.writes, 1 << 0);
    assert_int_equal(copy.access.bytes, 2);
    assert_int_equal(library_of("getline").flags, CALL_READS);
    assert_int_equal(library_of("_Exit").flags, CALL_EXITS);
    assert_int_equal(library_of("siglongjmp").flags, CALL_JUMPS);
}

static void test_unknown(void **state)
{
    (void)state;
    static const char *const names[] = {"", "m", "memcp", "memcpyx", "solve", "*", "MPI"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct library_facts facts = library_of(names[i]);
        assert_int_equal(facts.effect, EFFECT_KEEPS);
        assert_int_equal(facts.values, VALUES_UNKNOWN);
        assert_int_equal(facts.flags, 0);
        assert_int_equal(facts.access.bytes, 0);
    }
}

/* The row of a whole name takes precedence over one of a beginning, and a longer beginning over a
 * shorter one. */
static void test_beginnings(void **state)
{
    (void)state;
    assert_int_equal(library_of("MPI_Send").effect, EFFECT_WRITES);
    assert_int_equal(library_of("MPI_Win_create").effect, EFFECT_KEEPS_SOME);
    assert_int_equal(library_of("MPI_Win_allocate_shared").effect, EFFECT_PUTS_MEMORY);
    assert_int_equal(library_of("MPI_Win_allocate_shared").operand, 4);
    assert_int_equal(library_of("pthread_join").effect, EFFECT_WRITES);
    assert_int_equal(library_of("pthread_once").effect, EFFECT_NOTHING);
    assert_int_equal(library_of("__isoc23_strtol").effect, EFFECT_ENDS);
    assert_int_equal(library_of("__isoc23_sscanf").effect, EFFECT_NOTHING);
}

/* Each question is answered by the longest row that answers it. */
static void test_columns_apart(void **state)
{
    (void)state;
    struct library_facts set = library_of("llvm.memset.p0.i64");
    assert_int_equal(set.effect, EFFECT_NOTHING); /* of llvm.* */
    assert_int_equal(set.values, VALUES_FILL);
    assert_int_equal(set.flags, CALL_PLAIN | CALL_USES);
    struct library_facts allocate = library_of("_FortranAAllocatableAllocateSource");
    assert_int_equal(allocate.effect, EFFECT_PUTS_MEMORY);
    assert_int_equal(allocate.values, VALUES_QUIET);
}

/* Each name has one row, at its place in the order. */
static void test_order(void **state)
{
    (void)state;
    struct error error;
    char *text, last[64] = "";
    size_t count = 0;
    assert_int_equal(file_read(TUTTI_TEST_SOURCE "/library.c", 1 << 20, &text, NULL, &error), 0);
    for (const char *at = text; (at = strstr(at, "\n    {\"")); count++) {
        at += strlen("\n    {\"");
        size_t length = strcspn(at, "\"");
        assert_in_range(length, 1, sizeof last - 1);
        char name[sizeof last] = "";
        memcpy(name, at, length);
        if (strcmp(last, name) >= 0)
            fail_msg("%s is not behind %s", name, last);
        memcpy(last, name, sizeof last);
    }
    assert_true(count > 400);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),      cmocka_unit_test(test_unknown),
        cmocka_unit_test(test_beginnings), cmocka_unit_test(test_columns_apart),
        cmocka_unit_test(test_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#include "runtime/check/word.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* P1 in two threads, with nothing in between: figure 4.2 of the thesis, category 1. */
static void test_same_phase(void **state)
{
    (void)state;
    struct word a = {0}, b = {0};
    assert_false(word_unordered(&a, &b)); /* no parallel region: one thread */
    word_enter(&a, 1, 0);
    assert_false(word_unordered(&a, &b));
    word_enter(&b, 1, 1);
    assert_true(word_unordered(&a, &b));
    assert_true(word_unordered(&b, &a));
    assert_false(word_unordered(&a, &a));
}

static void test_barrier_orders(void **state)
{
    (void)state;
    struct word a = {0}, b = {0};
    word_enter(&a, 1, 0);
    word_enter(&b, 1, 1);
    word_barrier(&b);
    assert_false(word_unordered(&a, &b));
    word_barrier(&a);
    assert_true(word_unordered(&a, &b));
}

static void test_regions_follow_one_another(void **state)
{
    (void)state;
    struct word a = {0}, b = {0};
    word_enter(&a, 1, 0);
    word_enter(&b, 2, 1);
    assert_false(word_unordered(&a, &b));
    word_leave(&a);
    word_leave(&b);
    word_leave(&b); /* one too many is no harm */
    assert_int_equal(b.depth, 0);
}

static void test_mutexes_and_tasks_order(void **state)
{
    (void)state;
    struct word a = {0}, b = {0};
    word_enter(&a, 1, 0);
    word_enter(&b, 1, 1);
    word_mutex(&a, true);
    assert_false(word_unordered(&a, &b));
    word_mutex(&a, false);
    assert_true(word_unordered(&a, &b));
    b.task = true;
    assert_false(word_unordered(&a, &b));
}

static void test_nested(void **state)
{
    (void)state;
    struct word a = {0}, b = {0};
    word_enter(&a, 1, 0);
    word_enter(&b, 1, 0);
    word_enter(&a, 2, 0);
    word_enter(&b, 2, 1);
    assert_true(word_unordered(&a, &b)); /* threads of the inner team */
    word_barrier(&b);
    assert_false(word_unordered(&a, &b));
    word_leave(&b);
    word_leave(&b);
    word_enter(&b, 1, 1);
    assert_true(word_unordered(&a, &b)); /* an inner region against a thread of the outer team */
    for (int i = 0; i < 2 * WORD_DEPTH; i++)
        word_enter(&b, 10 + (uint64_t)i, 0);
    word_barrier(&b);
    assert_true(word_unordered(&a, &b));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_phase),
        cmocka_unit_test(test_barrier_orders),
        cmocka_unit_test(test_regions_follow_one_another),
        cmocka_unit_test(test_mutexes_and_tasks_order),
        cmocka_unit_test(test_nested),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

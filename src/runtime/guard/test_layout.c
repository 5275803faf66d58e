/* test_layout.c: tests which displacements are recovered, and which are not. */
#include "runtime/guard/layout.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { BLOCKS = 6 };

static void expect(const int *counts, const int64_t *truth, enum layout_kind wanted)
{
    int displs[BLOCKS];
    int64_t wide[BLOCKS];
    for (int i = 0; i < BLOCKS; i++)
        displs[i] = (int)(uint32_t)truth[i];
    assert_int_equal(layout_recover(counts, displs, BLOCKS, wide), wanted);
    for (int i = 0; wanted == LAYOUT_WRAPPED && i < BLOCKS; i++)
        if (counts[i] > 0)
            assert_int_equal(wide[i], truth[i]);
}

static void test_small_is_plain(void **state)
{
    (void)state;
    int counts[BLOCKS] = {1, 2, 3, 4, 5, 6}, displs[BLOCKS] = {0, 1, 3, 6, 10, 15};
    int64_t truth[BLOCKS] = {0, 1, 3, 6, 10, 15};
    assert_false(layout_suspect(counts, displs, BLOCKS));
    expect(counts, truth, LAYOUT_PLAIN);
}

static void test_wrapped_once_and_twice(void **state)
{
    (void)state;
    int once[BLOCKS] = {500000000, 500000001, 500000002, 500000003, 500000004, 7};
    int twice[BLOCKS] = {2000000000, 2000000001, 2000000003, 0, 2000000005, 9};
    const int *lists[] = {once, twice};
    for (int list = 0; list < 2; list++) {
        int64_t truth[BLOCKS] = {0};
        for (int i = 1; i < BLOCKS; i++)
            truth[i] = truth[i - 1] + lists[list][i - 1];
        expect(lists[list], truth, LAYOUT_WRAPPED);
    }
}

static void test_wrap_without_a_sign(void **state)
{
    (void)state;
    int counts[BLOCKS] = {INT32_MAX, INT32_MAX, 2, 5, 0, 0};
    int64_t truth[BLOCKS] = {0, INT32_MAX, 4294967294, 4294967296, 0, 0};
    expect(counts, truth, LAYOUT_WRAPPED);
    int no_sign[BLOCKS] = {0, INT32_MAX, 0, 0, 0, 0};
    assert_true(layout_suspect(counts, no_sign, BLOCKS));
}

static void test_permuted(void **state)
{
    (void)state;
    int counts[BLOCKS] = {700000001, 800000003, 900000005, 600000007, 11, 0};
    int64_t truth[BLOCKS] = {
        2300000015, 3000000016, 1400000010, 800000003, 800000010 + 600000000 - 11, 0};
    int order[] = {3, 2, 4, 0, 1};
    int64_t place = 0;
    for (int i = 0; i < 5; i++) {
        truth[order[i]] = place;
        place += counts[order[i]];
    }
    expect(counts, truth, LAYOUT_WRAPPED);
}

static void test_slots(void **state)
{
    (void)state;
    int counts[BLOCKS] = {5, 900000000, 3, 0, 1, 2};
    int64_t truth[BLOCKS];
    for (int i = 0; i < BLOCKS; i++)
        truth[i] = 10 + i * INT64_C(1000000000);
    expect(counts, truth, LAYOUT_WRAPPED);
}

static void test_negative_but_legal(void **state)
{
    (void)state;
    int counts[BLOCKS] = {10, 10, 10, 10, 10, 10};
    int64_t rising[BLOCKS] = {-30, -20, -10, 0, 10, 20};
    int64_t falling[BLOCKS] = {0, -10, -20, -30, -40, -50};
    int64_t scattered[BLOCKS] = {0, -100, 70, -1000, 30, -60};
    expect(counts, rising, LAYOUT_PLAIN);
    expect(counts, falling, LAYOUT_PLAIN);
    expect(counts, scattered, LAYOUT_PLAIN);
    int large[BLOCKS] = {1000000000, 1000000000, 1000000000, 1000000000, 1, 1};
    int64_t middle[BLOCKS] = {-2000000000, -1000000000, 0, 1000000000, 2000000000, 2000000001};
    expect(large, middle, LAYOUT_PLAIN);
}

static void test_lost(void **state)
{
    (void)state;
    int counts[BLOCKS] = {1000000000, 1000000000, 1000000000, 5, 5, 5};
    int64_t gaps[BLOCKS] = {0, 1000000100, 2100000000, 3100000000, 3100000017, 3100000100};
    expect(counts, gaps, LAYOUT_LOST);
}

static void test_same_start_modulo_is_not_guessed(void **state)
{
    (void)state;
    int counts[BLOCKS] = {INT32_MAX, INT32_MAX, 1, 1, 1, 1};
    /* Out of order, and two of them begin at the same place modulo 2^32. */
    int64_t truth[BLOCKS] = {2, INT32_MAX + INT64_C(2), 0,
                             1, INT64_C(4294967296),    INT64_C(4294967297)};
    int displs[BLOCKS];
    int64_t wide[BLOCKS];
    for (int i = 0; i < BLOCKS; i++)
        displs[i] = (int)(uint32_t)truth[i];
    assert_int_not_equal(layout_recover(counts, displs, BLOCKS, wide), LAYOUT_WRAPPED);
}

static void test_measure(void **state)
{
    (void)state;
    int counts[BLOCKS] = {12, 18, 0, 6, 24, 0};
    int64_t wide[BLOCKS] = {5, 17, 3, 35, 41, 0}, unit, lowest, highest;
    assert_true(layout_measure(counts, wide, BLOCKS, &unit, &lowest, &highest));
    assert_int_equal(unit, 6);
    assert_int_equal(lowest, 5);
    assert_int_equal(highest, 41);
    int none[BLOCKS] = {0};
    assert_false(layout_measure(none, wide, BLOCKS, &unit, &lowest, &highest));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_is_plain),
        cmocka_unit_test(test_wrapped_once_and_twice),
        cmocka_unit_test(test_wrap_without_a_sign),
        cmocka_unit_test(test_permuted),
        cmocka_unit_test(test_slots),
        cmocka_unit_test(test_negative_but_legal),
        cmocka_unit_test(test_lost),
        cmocka_unit_test(test_same_start_modulo_is_not_guessed),
        cmocka_unit_test(test_measure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

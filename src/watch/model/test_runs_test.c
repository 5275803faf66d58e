/* Tests of runs_test.h. */
#include "watch/model/runs_test.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

/* The example of section 5.2.1. */
static void test_example_of_the_chapter(void **state)
{
    (void)state;
    static const double samples[] = {0.2, 0.1, 0.1, 0.2, 0.1, 0.1, 0.0, 0.0,
                                     0.8, 0.9, 1.0, 0.8, 0.9, 0.1, 0.9, 0.9};
    struct runs_test test = runs_test(samples, sizeof samples / sizeof *samples);
    assert_true(fabs(test.boundary - 0.44375) < 1e-12);
    assert_int_equal(test.positive, 7);
    assert_int_equal(test.negative, 9);
    assert_int_equal(test.runs, 4);
    assert_true(test.available);
    assert_int_equal(test.region.low, 4);
    assert_int_equal(test.region.high, 14);
    assert_false(test.random);
}

/* Entries of the table of Swed and Eisenhart (5 %, two-sided); 0: the table has none. */
static void test_table_of_swed_and_eisenhart(void **state)
{
    (void)state;
    static const struct {
        size_t n1, n0, low, high;
    } table[] = {
        {2, 11, 0, 0},    {2, 12, 2, 0},    {2, 20, 2, 0},    {3, 5, 0, 0},     {3, 6, 2, 0},
        {3, 15, 3, 0},    {4, 4, 0, 0},     {4, 5, 2, 9},     {4, 8, 3, 0},     {4, 16, 4, 0},
        {5, 5, 2, 10},    {5, 6, 3, 10},    {5, 11, 4, 0},    {5, 18, 5, 0},    {6, 6, 3, 11},
        {6, 9, 4, 13},    {6, 13, 5, 0},    {7, 7, 3, 13},    {7, 8, 4, 13},    {7, 15, 6, 15},
        {8, 8, 4, 14},    {8, 9, 5, 14},    {8, 12, 6, 16},   {9, 9, 5, 15},    {9, 14, 7, 17},
        {10, 10, 6, 16},  {10, 20, 9, 20},  {11, 11, 7, 17},  {12, 12, 7, 19},  {13, 13, 8, 20},
        {14, 14, 9, 21},  {15, 15, 10, 22}, {16, 16, 11, 23}, {17, 17, 11, 25}, {18, 18, 12, 26},
        {19, 19, 13, 27}, {20, 20, 14, 28},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        size_t n1 = table[i].n1, n0 = table[i].n0;
        struct runs_region region = runs_region(n1, n0), mirror = runs_region(n0, n1);
        assert_int_equal(region.low, mirror.low);
        assert_int_equal(region.high, mirror.high);
        assert_int_equal(region.low, table[i].low > 0 ? table[i].low : 1);
        if (table[i].high > 0)
            assert_int_equal(region.high, table[i].high);
        else
            assert_true(region.high > (n1 == n0 ? 2 * n1 : 2 * (n1 < n0 ? n1 : n0) + 1));
    }
}

/* Compares the region with all orders of the signs, counted one by one. */
static void test_region_against_all_orders(void **state)
{
    (void)state;
    enum { BITS = 14 };
    uint32_t orders[BITS + 1][BITS + 2] = {0};
    uint32_t totals[BITS + 1] = {0};
    for (uint32_t word = 0; word < 1U << BITS; word++) {
        int positive = __builtin_popcount(word);
        int runs = 1 + __builtin_popcount((word ^ word >> 1) & ((1U << (BITS - 1)) - 1));
        orders[positive][runs]++;
        totals[positive]++;
    }
    for (size_t positive = 2; positive <= BITS - 2; positive++) {
        struct runs_region region = runs_region(positive, BITS - positive);
        double below = 0, above = 0, limit = 0.025 * totals[positive];
        for (size_t runs = 1; runs <= region.low; runs++)
            below += orders[positive][runs];
        for (size_t runs = region.high; runs <= BITS; runs++)
            above += orders[positive][runs];
        assert_true(below <= limit && above <= limit);
        assert_true(below + orders[positive][region.low + 1] > limit);
        assert_true(above + orders[positive][region.high - 1] > limit);
    }
}

/* Where the approximation begins, it differs from the exact region by at most one run. */
static void test_normal_approximation(void **state)
{
    (void)state;
    struct runs_region exact = runs_region(20, 20), normal = runs_region(20, 21);
    assert_in_range(normal.low, exact.low, exact.low + 1);
    assert_in_range(normal.high, exact.high, exact.high + 1);
    /* 1 + 2*50*50/100 = 51, standard deviation sqrt(50*49/99) = 4.975. */
    struct runs_region large = runs_region(50, 50);
    assert_int_equal(large.low, 41);
    assert_int_equal(large.high, 61);
}

static void test_not_available_is_not_random(void **state)
{
    (void)state;
    double samples[16] = {0};
    assert_false(runs_test(samples, 0).available);
    for (int value = 0; value <= 10; value++) {
        for (size_t i = 0; i < 16; i++)
            samples[i] = value / 10.0;
        struct runs_test test = runs_test(samples, 16);
        assert_int_equal(test.positive, 16);
        assert_false(test.available || test.random);
    }
    samples[7] = 0.3;
    struct runs_test test = runs_test(samples, 16);
    assert_int_equal(test.negative, 1);
    assert_false(test.available || test.random);
}

static void test_random_alternating_and_clustered(void **state)
{
    (void)state;
    static const double mixed[16] = {1, 0, 0, 1, 1, 0, 1, 0, 0, 0, 1, 1, 0, 1, 1, 0};
    double alternating[16], clustered[16];
    for (size_t i = 0; i < 16; i++) {
        alternating[i] = i % 2 == 0;
        clustered[i] = i < 8;
    }
    assert_true(runs_test(mixed, 16).random);
    assert_false(runs_test(alternating, 16).random);
    assert_false(runs_test(clustered, 16).random);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_example_of_the_chapter),
        cmocka_unit_test(test_table_of_swed_and_eisenhart),
        cmocka_unit_test(test_region_against_all_orders),
        cmocka_unit_test(test_normal_approximation),
        cmocka_unit_test(test_not_available_is_not_random),
        cmocka_unit_test(test_random_alternating_and_clustered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

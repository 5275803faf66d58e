/* Tests of tail.h. */
#include "watch/model/random.h"
#include "watch/model/tail.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const double third = 1.0 / 3;

static void test_longest_and_quantiles(void **state)
{
    (void)state;
    struct tail tail = {0};
    assert_true(tail_longest(&tail) == 0 && tail_quantile(&tail, 0.5) == 0);
    for (int i = 1; i <= 1000; i++)
        tail_add(&tail, i / 100.0);
    assert_true(tail_longest(&tail) >= 10 && tail_longest(&tail) < 12);
    assert_true(tail_quantile(&tail, 0.5) >= 5 && tail_quantile(&tail, 0.5) < 6);
    assert_true(tail_quantile(&tail, 0.1) >= 1 && tail_quantile(&tail, 0.1) < 1.2);
    /* The ends of the scale. */
    struct tail ends = {0};
    tail_add(&ends, 0);
    assert_true(tail_longest(&ends) > 0 && tail_longest(&ends) < 2e-4);
    tail_add(&ends, 1e9);
    assert_true(tail_longest(&ends) > 1e5 && ends.samples == 2);
    tail_add(&ends, NAN);
    assert_true(ends.samples == 3);
}

/* Returns the shape for 3000 durations x = f(u), u uniform. */
static double shape_of(double (*f)(double), uint64_t seed, int count, bool *heavy)
{
    struct tail tail = {0};
    for (int i = 0; i < count; i++)
        tail_add(&tail, f(1 - random_unit(&seed)));
    return tail_shape(&tail, third, heavy);
}

static double pareto1(double u)
{
    return 0.01 / u;
}
static double pareto2(double u)
{
    return 0.01 / sqrt(u);
}
static double exponential(double u)
{
    return -0.01 * log(u);
}
static double uniform(double u)
{
    return 0.01 * u;
}
static double constant(double u)
{
    return u > 0 ? 0.01 : 0;
}

static void test_shapes(void **state)
{
    (void)state;
    bool heavy;
    for (uint64_t seed = 0; seed < 20; seed++) {
        assert_true(fabs(shape_of(pareto1, seed, 3000, &heavy) - 1) < 0.3 && heavy);
        assert_true(fabs(shape_of(pareto2, seed, 3000, &heavy) - 0.5) < 0.25);
        assert_true(shape_of(exponential, seed, 3000, &heavy) < third && !heavy);
        assert_true(shape_of(uniform, seed, 3000, &heavy) < third && !heavy);
        assert_true(shape_of(constant, seed, 3000, &heavy) < third && !heavy);
    }
}

/* Few samples prove nothing: the shape is near the prior of 2/3, neither heavy nor light. */
static void test_few_samples(void **state)
{
    (void)state;
    bool heavy = true;
    struct tail empty = {0};
    assert_true(fabs(tail_shape(&empty, third, &heavy) - 2.0 / 3) < 1e-9 && !heavy);
    for (uint64_t seed = 0; seed < 20; seed++) {
        assert_true(shape_of(constant, seed, 1, &heavy) > 0.55 && !heavy);
        assert_true(shape_of(exponential, seed, 10, &heavy) > third && !heavy);
        shape_of(pareto1, seed, 8, &heavy);
        assert_false(heavy);
    }
}

/* A checkpoint does not belong to the tail of the steps: a second mode is no heavy tail. */
static void test_two_modes(void **state)
{
    (void)state;
    for (int every = 10; every <= 1000; every *= 10) {
        struct tail tail = {0};
        uint64_t random = 1;
        for (int i = 1; i <= 5000; i++)
            tail_add(&tail, (i % every == 0 ? 20 : 1) * (1 + 0.1 * random_unit(&random)));
        bool heavy;
        tail_shape(&tail, third, &heavy);
        assert_false(heavy);
    }
}

static void test_fading(void **state)
{
    (void)state;
    struct tail tail = {0};
    for (int i = 0; i < 1000; i++)
        tail_add(&tail, 0.01);
    tail_add(&tail, 100);
    for (int halving = 1; halving <= 4; halving++) {
        tail_fade(&tail, 0.5);
        assert_true(tail_longest(&tail) >= 100);
        assert_true(fabs(tail.samples - 1001 / exp2(halving)) < 1e-3);
    }
    tail_fade(&tail, 0.5);
    assert_true(tail_longest(&tail) < 0.012);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_longest_and_quantiles),
        cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_few_samples),
        cmocka_unit_test(test_two_modes),
        cmocka_unit_test(test_fading),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Tests of gaps.h: limits, keys, memory. False alarms are counted in test_gaps_days.c. */
#include "watch/model/gaps.h"

#include "watch/model/random.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

static const double budget = 0.001;

/* Adds gaps of about `scale` seconds until the job is `until` seconds old. */
static void grow(struct gaps *gaps, uint64_t key, double scale, double until, uint64_t *random)
{
    while (gaps_history(gaps) < until)
        gaps_add(gaps, key, scale * (0.5 + random_unit(random)));
}

static void test_no_history(void **state)
{
    (void)state;
    struct gaps *gaps = gaps_new();
    assert_true(gaps_limit(gaps, 1, budget) == GAPS_UNKNOWN);
    assert_true(gaps_limit(gaps, 1, 0) == GAPS_UNKNOWN);
    assert_int_equal(gaps_keys(gaps), 0);
    gaps_add(gaps, 1, 0);
    gaps_add(gaps, 1, NAN);
    gaps_add(gaps, 1, -1);
    gaps_add(gaps, 1, INFINITY);
    assert_true(gaps_history(gaps) == 0);
    assert_true(gaps_limit(gaps, 1, budget) == GAPS_UNKNOWN);
    gaps_free(gaps);
    gaps_free(NULL);
}

/* At a familiar place, the gaps that were seen count; without any, all were short. The limit is not
 * below that of the first minute. */
static void test_familiar_places(void **state)
{
    (void)state;
    struct gaps *gaps = gaps_new();
    uint64_t random = 1;
    assert_true(gaps_limit_familiar(gaps, 1, budget) == GAPS_UNKNOWN);
    grow(gaps, 1, 0.05, 20, &random);
    assert_true(fabs(gaps_limit_familiar(gaps, 2, budget) - 20) < 0.1);
    assert_true(gaps_limit_familiar(gaps, 2, 1000) < 5); /* no extra caution here */
    gaps_pass(gaps, 100);
    assert_true(gaps_limit_familiar(gaps, 2, budget) < 5);
    assert_true(gaps_limit_familiar(gaps, 2, budget) >= 4);
    gaps_add(gaps, 3, 5);
    assert_true(gaps_limit_familiar(gaps, 3, budget) > 60);
    assert_true(gaps_limit_familiar(gaps, 2, budget) < 5);
    gaps_free(gaps);
}

/* The limit shrinks from 60 s as history grows; after a minute of steps of 10 ms it is below 5 s.
 */
static void test_limit_shrinks(void **state)
{
    (void)state;
    static const double ages[] = {1, 5, 15, 60, 600, 7200};
    struct gaps *gaps = gaps_new();
    uint64_t random = 1;
    double limit = GAPS_UNKNOWN;
    for (size_t i = 0; i < sizeof ages / sizeof *ages; i++) {
        grow(gaps, 7, 0.01, ages[i], &random);
        double next = gaps_limit(gaps, 7, budget);
        assert_true(next <= limit && next >= GAPS_FLOOR);
        if (ages[i] >= 60)
            assert_true(next < 5);
        limit = next;
    }
    assert_true(limit < 2.1);
    gaps_free(gaps);
}

/* The same for exponential gaps, whose longest is ten times their mean. */
static void test_limit_after_a_minute_of_exponential_gaps(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 50; seed++) {
        struct gaps *gaps = gaps_new();
        uint64_t random = seed;
        while (gaps_history(gaps) < 60)
            gaps_add(gaps, 7, -0.01 * log(1 - random_unit(&random)));
        assert_true(gaps_limit(gaps, 7, budget) < 5);
        gaps_free(gaps);
    }
}

static void test_limit_follows_the_budget(void **state)
{
    (void)state;
    struct gaps *gaps = gaps_new();
    uint64_t random = 1;
    grow(gaps, 7, 1, 6 * 3600, &random);
    double strict = gaps_limit(gaps, 7, 0.001), loose = gaps_limit(gaps, 7, 1);
    /* (3.5 * 3 / budget)^(1/3) times the longest, which is 1.5 s and at most a fifth more. */
    assert_true(strict > 1.5 * 21.8 && strict < 1.8 * 22);
    assert_true(loose > 1.5 * 2.1 && loose < 1.8 * 2.3);
    /* A false alarm divides the budget by 8, and so doubles the limit. */
    gaps_alarm_was_false(gaps);
    assert_true(fabs(gaps_limit(gaps, 7, 1) / loose - 2) < 0.05);
    grow(gaps, 7, 1, 10 * 86400, &random);
    assert_true(fabs(gaps_limit(gaps, 7, 1) / loose - 1) < 0.05);
    gaps_free(gaps);
}

/* A barrier behind a checkpoint may take long; that does not make the solver wait. */
static void test_keys_have_their_own_limits(void **state)
{
    (void)state;
    enum { SOLVER = 1, BARRIER = 2, NEVER = 3 };
    struct gaps *gaps = gaps_new();
    uint64_t random = 1;
    for (int i = 1; i <= 20; i++) {
        grow(gaps, SOLVER, 0.01, i * 100, &random);
        gaps_add(gaps, BARRIER, 20);
    }
    double solver = gaps_limit(gaps, SOLVER, budget), barrier = gaps_limit(gaps, BARRIER, budget);
    assert_true(solver < 5);
    assert_true(barrier > 20 * 20 && barrier < 20 * 30);
    double never = gaps_limit(gaps, NEVER, budget);
    assert_true(never >= 60 && never < 80);
    gaps_free(gaps);
}

/* Fifty equal keys share their budget, but the limit of the whole job applies, too. */
static void test_many_keys_do_not_wait(void **state)
{
    (void)state;
    struct gaps *one = gaps_new(), *many = gaps_new();
    uint64_t random = 1;
    for (int i = 0; i < 50000; i++) {
        double seconds = 0.1 + 0.3 * random_unit(&random);
        gaps_add(one, 0, seconds);
        gaps_add(many, (uint64_t)i % 50, seconds);
    }
    double single = gaps_limit(one, 0, budget), shared = gaps_limit(many, 0, budget);
    assert_true(single > 8 && single < 12);
    assert_true(fabs(shared / single - 1) < 0.1);
    gaps_free(one);
    gaps_free(many);
}

/* A tail that is proven heavy (P(X > x) ~ x^-1.5) is worth more than 25 times the longest gap. */
static void test_heavy_tail(void **state)
{
    (void)state;
    struct gaps *gaps = gaps_new();
    uint64_t random = 1;
    while (gaps_history(gaps) < 3600)
        gaps_add(gaps, 1, 0.5 * pow(1 - random_unit(&random), -1 / 1.5));
    assert_true(gaps_longest(gaps, 1) > 10);
    assert_true(gaps_limit(gaps, 1, budget) > 50 * gaps_longest(gaps, 1));
    gaps_free(gaps);
}

/* A minute of a heavy tail proves nothing: a hang is reported in time. */
static void test_heavy_for_a_minute(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 50; seed++) {
        struct gaps *gaps = gaps_new();
        uint64_t random = seed;
        while (gaps_history(gaps) < 60)
            gaps_add(gaps, 1, 0.2 * pow(1 - random_unit(&random), -1 / 1.5));
        double most = fmax(60, 26 * gaps_longest(gaps, 1));
        assert_true(gaps_limit(gaps, 1, budget) <= most);
        assert_true(gaps_limit_familiar(gaps, 1, budget) <= most);
        gaps_free(gaps);
    }
}

/* Ranks arrive at a barrier one by one, in a thousand short gaps; the last rank is late. */
static void test_a_burst_is_one_visit(void **state)
{
    (void)state;
    struct gaps *gaps = gaps_new();
    uint64_t random = 1;
    grow(gaps, 1, 0.01, 300, &random);
    for (int i = 0; i < 1000; i++)
        gaps_add(gaps, 2, 0.0005);
    assert_true(gaps_visits(gaps, 2) <= 1);
    assert_true(gaps_limit(gaps, 2, budget) > 25);
    gaps_free(gaps);
}

/* A gap counts at once, before its second is over, even if it exceeds every limit. */
static void test_long_gap_is_learned_at_once(void **state)
{
    (void)state;
    struct gaps *gaps = gaps_new();
    gaps_add(gaps, 1, 100);
    assert_true(gaps_longest(gaps, 1) == 100);
    assert_true(gaps_limit(gaps, 1, budget) >= 1000);
    uint64_t random = 1;
    grow(gaps, 1, 0.01, 400, &random);
    assert_true(gaps_limit(gaps, 1, budget) >= 1000);
    /* It is forgotten when it has faded: a day is a half-life. */
    grow(gaps, 1, 0.5, 3.5 * 86400, &random);
    assert_true(gaps_limit(gaps, 1, budget) >= 1000);
    grow(gaps, 1, 0.5, 4.5 * 86400, &random);
    assert_true(gaps_limit(gaps, 1, budget) < 30);
    gaps_free(gaps);
}

/* Steps of half a minute: the limit of any key is minutes, not seconds and not days. */
static void test_slow_jobs(void **state)
{
    (void)state;
    struct gaps *gaps = gaps_new();
    uint64_t random = 1;
    grow(gaps, 1, 30, 3600, &random);
    double known = gaps_limit(gaps, 1, budget), unknown = gaps_limit(gaps, 2, budget);
    assert_true(known > 45 * 20 && known < 45 * 30);
    assert_true(unknown > 600 && unknown < 45 * 30);
    gaps_free(gaps);
}

/* New keys come up at many times and never wait for long: then a further one need not wait a
 * minute. */
static void test_new_keys_are_learned(void **state)
{
    (void)state;
    struct gaps *gaps = gaps_new();
    uint64_t random = 1;
    double limits[3] = {0, 0, 0};
    for (uint64_t key = 0; key < 300; key++) {
        grow(gaps, key, 0.01, 3.0 * (double)(key + 1), &random);
        if (key == 2 || key == 30 || key == 299)
            limits[key == 2 ? 0 : key == 30 ? 1 : 2] = gaps_limit(gaps, 1000000, budget);
    }
    assert_true(limits[0] > 30 && limits[0] <= 60);
    assert_true(limits[1] < 20 && limits[2] < limits[1] && limits[2] >= GAPS_FLOOR);
    gaps_free(gaps);
}

/* One gap with several keys is one gap of the job. */
static void test_gap_of_several_keys(void **state)
{
    (void)state;
    static const uint64_t keys[] = {1, 2, 3};
    struct gaps *gaps = gaps_new();
    for (int i = 0; i < 500; i++)
        gaps_add_each(gaps, keys, 3, 0.1);
    gaps_add_each(gaps, NULL, 0, 0.1);
    assert_true(fabs(gaps_history(gaps) - 50.1) < 1e-6);
    assert_int_equal(gaps_keys(gaps), 3);
    for (int i = 0; i < 3; i++)
        assert_in_range(gaps_visits(gaps, keys[i]), 48, 50);
    assert_true(gaps_limit(gaps, 1, budget) == gaps_limit(gaps, 3, budget));
    gaps_free(gaps);
}

/* There is no end of new keys, but a key that is visited again and again stays. */
static void test_memory_is_bounded(void **state)
{
    (void)state;
    struct gaps *gaps = gaps_new();
    for (uint64_t key = 1; key <= 3 * GAPS_KEYS_MAX; key++) {
        gaps_add(gaps, key, 0.6);
        gaps_add(gaps, 0, 0.6);
    }
    assert_int_equal(gaps_keys(gaps), GAPS_KEYS_MAX);
    assert_true(gaps_visits(gaps, 0) > 3 * GAPS_KEYS_MAX - 10);
    assert_true(gaps_longest(gaps, 3 * GAPS_KEYS_MAX) > 0);
    assert_true(gaps_longest(gaps, 2 * GAPS_KEYS_MAX + 3) > 0);
    assert_true(gaps_longest(gaps, 2 * GAPS_KEYS_MAX) == 0);
    gaps_free(gaps);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_history),
        cmocka_unit_test(test_familiar_places),
        cmocka_unit_test(test_limit_shrinks),
        cmocka_unit_test(test_limit_after_a_minute_of_exponential_gaps),
        cmocka_unit_test(test_limit_follows_the_budget),
        cmocka_unit_test(test_keys_have_their_own_limits),
        cmocka_unit_test(test_many_keys_do_not_wait),
        cmocka_unit_test(test_heavy_tail),
        cmocka_unit_test(test_heavy_for_a_minute),
        cmocka_unit_test(test_a_burst_is_one_visit),
        cmocka_unit_test(test_long_gap_is_learned_at_once),
        cmocka_unit_test(test_slow_jobs),
        cmocka_unit_test(test_new_keys_are_learned),
        cmocka_unit_test(test_gap_of_several_keys),
        cmocka_unit_test(test_memory_is_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Tests of the parts of parastack.h: figures of the chapter, sets, intervals, samples. */
#include "watch/model/parastack.h"

#include "watch/model/random.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

/* (p, n) and the ranges of p of section 5.2.2. */
static void test_samples_for_each_tolerance(void **state)
{
    (void)state;
    static const struct {
        double tolerance;
        int hundredths, samples;
    } ladder[] = {{0.3, 47, 11}, {0.2, 27, 19}, {0.1, 12, 42}, {0.05, 6, 86}};
    for (size_t i = 0; i < sizeof ladder / sizeof *ladder; i++) {
        double best = parastack_best_probability(ladder[i].tolerance);
        assert_int_equal(lround(best * 100), ladder[i].hundredths);
        double needed = parastack_samples_needed(best, ladder[i].tolerance);
        assert_int_equal(lround(ceil(needed)), ladder[i].samples);
        for (int p = 1; p <= 500; p++)
            assert_true(parastack_samples_needed(p / 1000.0, ladder[i].tolerance) >= needed - 1e-6);
    }
    assert_true(isinf(parastack_samples_needed(0, 0.3)));
    assert_true(isinf(parastack_samples_needed(1, 0.3)));
    /* Exchangeable: p and 1 - p. */
    assert_true(fabs(parastack_samples_needed(0.9, 0.1) - parastack_samples_needed(0.1, 0.1)) <
                1e-9);
}

static void test_suspicions_for_significance(void **state)
{
    (void)state;
    assert_int_equal(parastack_suspicions_needed(0.77, 0.001), 27);
    assert_int_equal(parastack_suspicions_needed(0.47, 0.001), 10);
    assert_int_equal(parastack_suspicions_needed(0.22, 0.001), 5);
    assert_int_equal(parastack_suspicions_needed(0.11, 0.001), 4);
    assert_int_equal(parastack_suspicions_needed(0.1, 0.001), 3);
    assert_int_equal(parastack_suspicions_needed(0.5, 0.125), 3);
    for (int q = 1; q < 100; q++) {
        uint32_t needed = parastack_suspicions_needed(q / 100.0, 0.001);
        assert_true(pow(q / 100.0, needed) <= 0.001 * (1 + 1e-9));
        assert_true(needed == 1 || pow(q / 100.0, needed - 1) > 0.001);
    }
}

static void test_sets_are_disjoint(void **state)
{
    (void)state;
    static const uint32_t jobs[] = {2, 3, 4, 5, 16, 19, 20, 21, 256, 1000000};
    for (size_t i = 0; i < sizeof jobs / sizeof *jobs; i++)
        for (uint64_t seed = 0; seed < 50; seed++) {
            struct parastack_options options = {.ranks = jobs[i], .seed = seed};
            struct parastack model;
            parastack_start(&model, &options);
            assert_int_equal(model.set_size, jobs[i] >= 20 ? 10 : jobs[i] / 2);
            for (uint32_t a = 0; a < 2 * model.set_size; a++) {
                uint32_t rank = model.sets[a / model.set_size][a % model.set_size];
                assert_true(rank < jobs[i]);
                for (uint32_t b = 0; b < a; b++)
                    assert_true(rank != model.sets[b / model.set_size][b % model.set_size]);
            }
        }
    struct parastack_options alone = {.ranks = 1};
    struct parastack model;
    parastack_start(&model, &alone);
    assert_int_equal(model.set_size, 1);
    assert_true(model.sets[0][0] == 0 && model.sets[1][0] == 0);
}

/* Makes 4000 choices of 10 out of 40: 1000 for each rank and set, standard deviation 27. */
static void test_every_rank_is_as_likely(void **state)
{
    (void)state;
    int chosen[2][40] = {0};
    for (uint64_t seed = 0; seed < 4000; seed++) {
        struct parastack_options options = {.ranks = 40, .seed = seed * 7919};
        struct parastack model;
        parastack_start(&model, &options);
        for (int set = 0; set < 2; set++)
            for (uint32_t i = 0; i < model.set_size; i++)
                chosen[set][model.sets[set][i]]++;
    }
    for (int set = 0; set < 2; set++)
        for (int rank = 0; rank < 40; rank++)
            assert_in_range(chosen[set][rank], 870, 1130);
}

static void test_the_seed_decides(void **state)
{
    (void)state;
    struct parastack_options options = {.ranks = 256, .seed = 5}, other = {.ranks = 256, .seed = 6};
    struct parastack first, second, third;
    parastack_start(&first, &options);
    parastack_start(&second, &options);
    parastack_start(&third, &other);
    assert_memory_equal(first.sets, second.sets, sizeof first.sets);
    assert_memory_not_equal(first.sets, third.sets, sizeof first.sets);
    assert_true(first.pause == second.pause && first.pause != third.pause);
}

static void test_options_out_of_range(void **state)
{
    (void)state;
    struct parastack_options options = {.ranks = 0, .watched = 4000000000U, .interval = -1};
    struct parastack model;
    parastack_start(&model, &options);
    assert_int_equal(model.set_size, 1);
    options.ranks = UINT32_MAX;
    parastack_start(&model, &options);
    assert_int_equal(model.set_size, PARASTACK_RANKS_MAX);
    assert_true(model.interval == 0.4 && model.alpha == 0.001);
    parastack_feed(&model, UINT32_MAX);
    assert_int_equal(model.counts[PARASTACK_RANKS_MAX], 1);
}

/* The pause is I/2 plus a uniform part of I, and sets change after 30 samples. */
static void test_pauses_and_turns(void **state)
{
    (void)state;
    struct parastack_options options = {.ranks = 256, .seed = 1};
    struct parastack model;
    parastack_start(&model, &options);
    uint64_t random = 3;
    double sum = 0, least = 1, most = 0;
    enum { SAMPLES = 3000 };
    for (int i = 0; i < SAMPLES; i++) {
        assert_int_equal(model.set, i / PARASTACK_TURN % 2);
        double relative = model.pause / model.interval;
        sum += relative;
        least = fmin(least, relative);
        most = fmax(most, relative);
        parastack_feed(&model, random_below(&random, 11));
    }
    assert_true(model.random);
    assert_true(least >= 0.5 && least < 0.51 && most > 1.49 && most <= 1.5);
    assert_true(fabs(sum / SAMPLES - 1) < 0.02);
}

/* A phase of samples that is no random sequence: I doubles, and every second sample stays. */
static void test_doubling_halves_the_samples(void **state)
{
    (void)state;
    struct parastack_options options = {.ranks = 256};
    struct parastack model;
    parastack_start(&model, &options);
    for (uint32_t i = 0; i < 15; i++)
        assert_int_equal(parastack_feed(&model, i < 8        ? 0
                                                : i % 2 == 1 ? 9
                                                             : 10),
                         PARASTACK_LEARNING);
    assert_true(model.interval == 0.4 && model.samples == 15);
    parastack_feed(&model, 9);
    assert_true(model.interval == 0.8 && model.samples == 8);
    assert_int_equal(model.counts[0], 4);
    assert_int_equal(model.counts[9], 4); /* the newest of each pair */
    assert_int_equal(model.counts[10], 0);
    /* I doubles for ever if nothing varies. Never more than 32 samples are kept in order. */
    double interval = 0.8;
    for (int round = 0; round < 40; round++) {
        for (int i = 0; i < PARASTACK_RUNS; i++)
            assert_int_equal(parastack_feed(&model, 0), PARASTACK_LEARNING);
        interval *= 2;
        assert_true(model.interval == interval && model.samples <= 16 && !model.random);
    }
}

/* The example of section 5.2.1 is rejected; a mixed sequence after it is not, and n = 8 + 16. */
static void test_detection_begins_with_randomness(void **state)
{
    (void)state;
    static const uint32_t example[16] = {2, 1, 1, 2, 1, 1, 0, 0, 8, 9, 10, 8, 9, 1, 9, 9};
    static const uint32_t mixed[16] = {9, 1, 2, 8, 9, 1, 8, 0, 2, 1, 9, 8, 1, 9, 8, 2};
    struct parastack_options options = {.ranks = 256};
    struct parastack model;
    parastack_start(&model, &options);
    for (int i = 0; i < 16; i++)
        assert_int_equal(parastack_feed(&model, example[i]), PARASTACK_LEARNING);
    assert_true(model.interval == 0.8);
    for (int i = 0; i < 16; i++)
        assert_int_equal(parastack_feed(&model, mixed[i]), PARASTACK_LEARNING);
    assert_true(model.random && model.interval == 0.8);
    assert_int_equal(model.samples, 24);
    assert_true(model.suspicion.known);
    /* F_24(1) = 9/24 (needs 22.5 samples within 0.2) is nearer to the best than F_24(0) = 2/24. */
    assert_true(model.suspicion.tolerance == 0.2);
    assert_int_equal(parastack_feed(&model, 10), PARASTACK_HEALTHY);
    assert_int_equal(parastack_feed(&model, 0), PARASTACK_SUSPICION);
}

/* Of the two values of F_n next to 0.059, 0.05 needs 100 samples, and 0.25 needs 289. No sample has
 * 1 or 2 ranks outside, so these are as improbable as 0. If the values are 0.02, which needs 250,
 * and 0.07, which needs 100, the upper one is better. */
static void test_threshold_is_the_cheaper_one(void **state)
{
    (void)state;
    static const struct {
        uint32_t zeros, threes; /* of 100 samples */
        uint32_t threshold, percent;
    } jobs[] = {{5, 20, 2, 5}, {2, 5, 3, 7}};
    for (size_t i = 0; i < sizeof jobs / sizeof *jobs; i++) {
        struct parastack_options options = {.ranks = 256};
        struct parastack model;
        parastack_start(&model, &options);
        uint64_t random = 1;
        while (!model.random)
            parastack_feed(&model, 9 + random_below(&random, 2));
        uint32_t zeros = 100 * jobs[i].zeros, threes = 100 * jobs[i].threes;
        for (uint32_t n = 0; n < 10000; n++)
            parastack_feed(&model, n < zeros ? 0 : n < zeros + threes ? 3 : 10);
        assert_true(model.suspicion.tolerance == 0.05);
        assert_int_equal(model.suspicion.threshold, jobs[i].threshold);
        assert_int_equal(lround(100 * model.suspicion.probability), jobs[i].percent);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_samples_for_each_tolerance),
        cmocka_unit_test(test_suspicions_for_significance),
        cmocka_unit_test(test_sets_are_disjoint),
        cmocka_unit_test(test_every_rank_is_as_likely),
        cmocka_unit_test(test_the_seed_decides),
        cmocka_unit_test(test_options_out_of_range),
        cmocka_unit_test(test_pauses_and_turns),
        cmocka_unit_test(test_doubling_halves_the_samples),
        cmocka_unit_test(test_detection_begins_with_randomness),
        cmocka_unit_test(test_threshold_is_the_cheaper_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Tests of search.h and fit.h, with functions that fail where the test says. */
#include "scale/fit.h"
#include "scale/search.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

struct fake {
    uint64_t fails_from; /* 0: never */
    uint64_t no_memory_from;
    size_t stop_after; /* trials; 0: never */
    size_t trials;
    uint64_t largest; /* largest count tried */
};

static enum search_end fake_try(void *context, const uint64_t *counts, size_t count, size_t *passed)
{
    struct fake *fake = context;
    for (*passed = 0; *passed < count; ++*passed) {
        uint64_t at = counts[*passed];
        if (fake->stop_after && fake->trials >= fake->stop_after)
            return SEARCH_STOPPED;
        fake->trials++;
        fake->largest = at > fake->largest ? at : fake->largest;
        assert_true(*passed == 0 || counts[*passed - 1] < at);
        if (fake->fails_from && at >= fake->fails_from)
            return SEARCH_FAILED;
        if (fake->no_memory_from && at >= fake->no_memory_from)
            return SEARCH_LIMITED;
    }
    return SEARCH_PASSED;
}

static struct search_result run(struct fake *fake, int ranks, uint64_t size, bool exact)
{
    const struct search search = {.ranks = ranks,
                                  .size = size,
                                  .extent = size,
                                  .limit = INT32_MAX,
                                  .costly = (1 << 28) / size,
                                  .exact = exact,
                                  .try = fake_try,
                                  .context = fake};
    struct search_result result;
    search_run(&search, &result);
    return result;
}

static void test_overflow_is_found_exactly(void **state)
{
    (void)state;
    static const struct {
        int ranks;
        uint64_t size, from;
    } cases[] = {{4, 1, 536870912}, {3, 4, 178956971}, {8, 1, 536870912}, {8, 1, 306783379},
                 {2, 4, 536870912}, {8, 1, 715827883}, {2, 1, 1073741824}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fake fake = {.fails_from = cases[i].from};
        struct search_result result = run(&fake, cases[i].ranks, cases[i].size, false);
        assert_true(result.good == cases[i].from - 1);
        assert_true(result.bad == cases[i].from);
        assert_false(result.stopped);
    }
}

static void test_other_bounds_are_known_to_a_sixteenth(void **state)
{
    (void)state;
    struct fake fake = {.fails_from = 123456789};
    struct search_result result = run(&fake, 4, 1, false);
    assert_true(result.good < 123456789 && result.bad >= 123456789);
    assert_true(result.bad - result.good <= result.good / SEARCH_FRACTION);
    struct fake cheap = {.fails_from = 1234567};
    result = run(&cheap, 4, 1, true);
    assert_true(result.good == 1234566 && result.bad == 1234567);
}

static void test_small_counts_fail_too(void **state)
{
    (void)state;
    struct fake first = {.fails_from = 1}, third = {.fails_from = 3};
    struct search_result result = run(&first, 2, 1, false);
    assert_true(result.good == 0 && result.bad == 1);
    result = run(&third, 2, 1, false);
    assert_true(result.good == 2 && result.bad == 3);
}

static void test_nothing_fails(void **state)
{
    (void)state;
    struct fake fake = {0};
    struct search_result result = run(&fake, 8, 1, false);
    assert_true(result.good == INT32_MAX && result.bad == 0 && !result.stopped);
    struct fake poor = {.no_memory_from = 400000000};
    result = run(&poor, 8, 1, false);
    assert_true(result.bad == 0 && !result.stopped);
    assert_true(result.good < 400000000 && result.good > 0);
}

static void test_a_stop_keeps_what_is_known(void **state)
{
    (void)state;
    struct fake fake = {.fails_from = 536870912, .stop_after = 10};
    struct search_result result = run(&fake, 4, 1, false);
    assert_true(result.stopped);
    assert_true(result.good > 0 && result.good < 536870912);
    assert_true(fake.trials == 10);
}

/* Makes the observations of a library in which the product with `factor` reaches 2^31. */
static void observe(struct observation *at, int ranks, uint64_t size, uint64_t extent,
                    uint64_t factor)
{
    uint64_t bad = (((uint64_t)1 << 31) + factor - 1) / factor;
    *at = (struct observation){ranks, size, extent, bad - 1, bad};
}

static struct function named(const char *name)
{
    struct function function;
    assert_true(function_parse(name, false, &function));
    return function;
}

static void test_fit_bytes_of_all_ranks(void **state)
{
    (void)state;
    struct function scatter = named("MPI_Scatter");
    struct profile_problem problem = {0};
    struct observation at[5];
    observe(&at[0], 3, 1, 1, 3);
    observe(&at[1], 4, 1, 1, 4);
    observe(&at[2], 8, 1, 1, 8);
    observe(&at[3], 4, 4, 4, 16);
    at[4] = (struct observation){2, 1, 1, INT32_MAX, 0};
    fit_problem(at, 5, &scatter, AXIS_COUNT, &problem);
    assert_true(problem.fitted);
    assert_string_equal(quantity_name(problem.quantity), "bytes*ranks");
    assert_true(problem.limit == (uint64_t)1 << 31);
    assert_int_equal(problem.min_ranks, 3);
    assert_false(problem.power_of_two);
    assert_int_equal(problem.class, PROFILE_GLOBAL_BUFFER);
    assert_int_equal(problem.type, 3);
    assert_true(fit_predict(&problem, 2, 2, 16) == 1 << 26);
}

/* Open MPI's binomial gather: good at n*P = 4.24e9 on 8 ranks, bad at 2.43e9 on 9. */
static void test_fit_subtree(void **state)
{
    (void)state;
    struct function gather = named("MPI_Gather");
    struct profile_problem problem = {0};
    const struct observation at[] = {{8, 1, 1, 536870911, 536870912},
                                     {9, 1, 1, 268435455, 268435456},
                                     {8, 4, 4, 536870911, 536870912}};
    fit_problem(at, 3, &gather, AXIS_COUNT, &problem);
    assert_true(problem.fitted);
    assert_string_equal(quantity_name(problem.quantity), "count*subtree");
    assert_true(problem.limit == (uint64_t)1 << 31);
}

static void test_fit_one_block(void **state)
{
    (void)state;
    struct function bcast = named("MPI_Ibcast");
    struct profile_problem problem = {0};
    struct observation at[3];
    observe(&at[0], 2, 4, 4, 4);
    observe(&at[1], 3, 4, 4, 4);
    observe(&at[2], 2, 8, 8, 8);
    fit_problem(at, 3, &bcast, AXIS_COUNT, &problem);
    assert_true(problem.fitted);
    assert_string_equal(quantity_name(problem.quantity), "bytes");
    assert_int_equal(problem.class, PROFILE_SIZE);
    assert_int_equal(problem.type, 1);
}

static void test_fit_displacements(void **state)
{
    (void)state;
    struct function gatherv = named("MPI_Gatherv");
    struct profile_problem problem = {0};
    struct observation at[2];
    observe(&at[0], 3, 4, 4, 2);
    observe(&at[1], 8, 4, 4, 7);
    fit_problem(at, 2, &gatherv, AXIS_DISPLACEMENT, &problem);
    assert_true(problem.fitted);
    assert_string_equal(quantity_name(problem.quantity), "count*others");
    assert_int_equal(problem.class, PROFILE_DISPLACEMENT);
}

/* MPICH's allgather by recursive doubling, which only powers of two take. */
static void test_fit_extent_on_powers_of_two(void **state)
{
    (void)state;
    const uint64_t extent = 1 << 20;
    struct function allgather = named("MPI_Allgather");
    struct profile_problem problem = {0};
    struct observation at[4];
    observe(&at[0], 2, 4, extent, extent);
    observe(&at[1], 4, 4, extent, 3 * extent);
    observe(&at[2], 8, 4, extent, 7 * extent);
    at[3] = (struct observation){3, 4, extent, 2732, 0};
    fit_problem(at, 4, &allgather, AXIS_EXTENT, &problem);
    assert_true(problem.fitted);
    assert_true(problem.power_of_two);
    assert_string_equal(quantity_name(problem.quantity), "extent*others");
    assert_true(problem.limit == (uint64_t)1 << 31);
    assert_true(fit_predict(&problem, 4, extent, 1024) == 3);
}

static void test_no_rule_gives_the_smallest(void **state)
{
    (void)state;
    struct function alltoall = named("MPI_Alltoall");
    struct profile_problem problem = {0};
    const struct observation at[] = {
        {2, 1, 1, 1000, 1060}, {3, 1, 1, 50, 53}, {4, 1, 1, 7000, 7400}};
    fit_problem(at, 3, &alltoall, AXIS_COUNT, &problem);
    assert_false(problem.fitted);
    assert_string_equal(quantity_name(problem.quantity), "bytes*ranks");
    assert_true(problem.limit == 159);
    assert_int_equal(problem.class, PROFILE_SIZE);
    assert_true(fit_predict(&problem, 1, 1, 2) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_overflow_is_found_exactly),
        cmocka_unit_test(test_other_bounds_are_known_to_a_sixteenth),
        cmocka_unit_test(test_small_counts_fail_too),
        cmocka_unit_test(test_nothing_fails),
        cmocka_unit_test(test_a_stop_keeps_what_is_known),
        cmocka_unit_test(test_fit_bytes_of_all_ranks),
        cmocka_unit_test(test_fit_subtree),
        cmocka_unit_test(test_fit_one_block),
        cmocka_unit_test(test_fit_displacements),
        cmocka_unit_test(test_fit_extent_on_powers_of_two),
        cmocka_unit_test(test_no_rule_gives_the_smallest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

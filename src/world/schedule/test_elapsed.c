/* Tests of elapsed.h. */
#include "world/schedule/elapsed.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <unistd.h>

#include <cmocka.h>

enum { PROCESSORS = 2, RANKS = 4 };
#define SECONDS(number) ((uint64_t)((number) * 1e9))

/* Returns what counts of ten seconds in which each rank ran and waited as long as its times say. */
static double counted(const struct elapsed_times *times, size_t count)
{
    struct elapsed_times before[RANKS] = {{SECONDS(3), SECONDS(1)}}, after[RANKS];
    struct elapsed elapsed = {.ranks = before, .count = count, .looked = 100};
    for (size_t i = 0; i < count; i++)
        after[i] = (struct elapsed_times){before[i].ran + times[i].ran,
                                          before[i].waited + times[i].waited};
    elapsed_add(&elapsed, after, 110, PROCESSORS);
    assert_true(elapsed.looked == 110);
    assert_memory_equal(before, after, count * sizeof *after);
    return elapsed.seconds;
}

#define COUNTED(...)                                     \
    counted((const struct elapsed_times[]){__VA_ARGS__}, \
            sizeof(const struct elapsed_times[]){__VA_ARGS__} / sizeof(struct elapsed_times))

static void test_idle_machine(void **state)
{
    (void)state;
    assert_float_equal(COUNTED({0, 0}), 10, 1e-9); /* it sleeps */
    assert_float_equal(COUNTED({SECONDS(10), 0}, {0, 0}), 10, 1e-9);
}

static void test_ranks_share_processors(void **state)
{
    const struct elapsed_times half = {SECONDS(5), SECONDS(5)};
    (void)state;
    assert_float_equal(COUNTED(half, half, half, half), 10, 1e-9);
}

static void test_others_take_processors(void **state)
{
    (void)state;
    assert_float_equal(COUNTED({SECONDS(1), SECONDS(9)}), 1, 1e-9);
    assert_float_equal(COUNTED({SECONDS(1), SECONDS(9)}, {0, 0}), 1, 1e-9);
    assert_float_equal(COUNTED({SECONDS(1), SECONDS(9)}, {SECONDS(1), SECONDS(9)}), 1, 1e-9);
    /* A rank that slept a part of the time did not wait then. */
    assert_float_equal(COUNTED({SECONDS(1), SECONDS(4)}), 6, 1e-9);
}

static void test_other_process(void **state)
{
    struct elapsed_times before = {SECONDS(9), SECONDS(9)}, after = {SECONDS(1), SECONDS(1)};
    struct elapsed elapsed = {.ranks = &before, .count = 1, .seconds = 5};
    (void)state;
    elapsed_add(&elapsed, &after, 2, PROCESSORS);
    assert_float_equal(elapsed.seconds, 7, 1e-9);
    elapsed_add(&elapsed, &after, 1, PROCESSORS); /* the clock never goes back, but if it did */
    assert_float_equal(elapsed.seconds, 7, 1e-9);
}

static void test_this_process(void **state)
{
    (void)state;
    while (elapsed_of(getpid()).ran == 0)
        continue;
    assert_true(elapsed_of(-1).ran == 0 && elapsed_of(-1).waited == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_idle_machine),
        cmocka_unit_test(test_ranks_share_processors),
        cmocka_unit_test(test_others_take_processors),
        cmocka_unit_test(test_other_process),
        cmocka_unit_test(test_this_process),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

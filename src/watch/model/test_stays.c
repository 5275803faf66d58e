/* Tests of stays.h. */
#include "watch/model/stays.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void test_two_others_are_needed(void **state)
{
    struct stays *stays = stays_new();
    (void)state;
    assert_true(stays_longest(stays, 7, 1) < 0);
    stays_add(stays, 7, 0, 3);
    stays_add(stays, 7, 1, 9);
    stays_add(stays, 7, 1, 9);
    assert_true(stays_longest(stays, 7, 1) < 0);
    assert_true(stays_longest(stays, 7, 2) == 9);
    stays_add(stays, 7, 3, 2);
    assert_true(stays_longest(stays, 7, 1) == 9);
    assert_true(stays_longest(stays, 8, 1) < 0);
    stays_free(stays);
}

/* Stays of an unknown rank are ignored. */
static void test_rank_not_known(void **state)
{
    struct stays *stays = stays_new();
    (void)state;
    stays_add(stays, 7, 0, 3);
    stays_add(stays, 7, -1, 30);
    assert_true(stays_longest(stays, 7, 2) < 0);
    stays_add(stays, 7, 1, 4);
    assert_true(stays_longest(stays, 7, -1) < 0);
    assert_true(stays_longest(stays, 7, 2) == 4);
    stays_free(stays);
}

/* If there are many places, new ones are left out, and known ones stay. */
static void test_many_places(void **state)
{
    enum { MANY = 5000 };
    struct stays *stays = stays_new();
    (void)state;
    for (int round = 0; round < 2; round++)
        for (uint64_t place = 0; place < MANY; place++)
            stays_add(stays, place, round, round + 1);
    assert_true(stays_longest(stays, 0, 2) == 2);
    assert_true(stays_longest(stays, MANY - 1, 2) < 0);
    stays_free(stays);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two_others_are_needed),
        cmocka_unit_test(test_rank_not_known),
        cmocka_unit_test(test_many_places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#include "concolic/search/pace.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void nothing_is_usual_at_first(void **state)
{
    (void)state;
    struct pace pace = {0};
    assert_true(pace_limit(&pace, 10) == 10);
    assert_int_equal(pace_priority(&pace, 5, 200), 200);
    pace_note(&pace, 0.02);
    assert_true(pace_limit(&pace, 10) == 10);
}

static void a_long_test_is_stopped_early(void **state)
{
    (void)state;
    struct pace pace = {0};
    for (int i = 0; i < 20; i++)
        pace_note(&pace, i == 10 ? 10 : 0.02);
    assert_true(pace_usual(&pace) > 0.01 && pace_usual(&pace) < 0.04);
    assert_true(pace_limit(&pace, 10) == 0.5);
    assert_true(pace_limit(&pace, 0) == 0.5);
    assert_true(pace_limit(&pace, 0.25) == 0.25);
    assert_true(pace_limit(&pace, 2) == 2); /* a limit would save too little */
    /* If all tests are long, none is stopped early. */
    for (int i = 0; i < 1000; i++)
        pace_note(&pace, 3);
    assert_true(pace_limit(&pace, 10) == 10);
    assert_true(pace_limit(&pace, 0) > 10);
}

static void what_a_long_test_leads_to_waits(void **state)
{
    (void)state;
    struct pace pace = {0};
    for (int i = 0; i < 20; i++)
        pace_note(&pace, 0.125);
    assert_int_equal(pace_priority(&pace, 0.25, 200), 200);
    assert_int_equal(pace_priority(&pace, 1, 200), 180);
    assert_int_equal(pace_priority(&pace, 1000, 200), 140);
    assert_int_equal(pace_priority(&pace, 1000, 50), 1);
    assert_int_equal(pace_priority(&pace, 1000, 0), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_usual_at_first),
        cmocka_unit_test(a_long_test_is_stopped_early),
        cmocka_unit_test(what_a_long_test_leads_to_waits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

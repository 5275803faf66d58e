#include "static/test_local.h"

static void leaks(void **state)
{
    (void)state;
    local_check("leaks.c");
    local_check("files.c");
}

static void start_and_end(void **state)
{
    (void)state;
    local_check("environment_early.c");
    local_check("environment_early_ok.c");
    local_check("environment_late.c");
    local_check("environment_late_ok.c");
    local_check("environment_twice.c");
    local_check("environment_guarded_ok.c");
}

static void missing_end(void **state)
{
    (void)state;
    local_check("environment_no_end.c");
    local_check("environment_abort_ok.c");
    local_check("environment_unknown_ok.c");
    local_check("environment_two_ends_ok.c");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(leaks),
        cmocka_unit_test(start_and_end),
        cmocka_unit_test(missing_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_barriers.c: barriers and worksharing constructs. The programs follow the figures of the
 * thesis, section 3.2, and go beyond them. */
#include "static/test_threading.h"

static void test_barriers(void **state)
{
    (void)state;
    test_file("barriers", barriers_check);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_barriers, directory_enter, directory_leave),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

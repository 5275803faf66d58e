/* test_collectives.c: collectives in threads. The programs follow the figures of the thesis,
 * chapter 4, and go beyond them. */
#include "static/threads/test_threading.h"

static void test_category_one(void **state)
{
    (void)state;
    test_file("category_one", threads_check);
}

static void test_category_two(void **state)
{
    (void)state;
    test_file("category_two", threads_check);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_category_one, directory_enter, directory_leave),
        cmocka_unit_test_setup_teardown(test_category_two, directory_enter, directory_leave),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

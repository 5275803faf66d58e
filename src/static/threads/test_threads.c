/* test_threads.c: thread levels. The programs follow the figures of the thesis, chapter 2, and go
 * beyond them. */
#include "static/threads/test_threading.h"

static void test_levels(void **state)
{
    (void)state;
    test_file("levels", threads_check);
}

static void test_one_thread(void **state)
{
    (void)state;
    test_file("one_thread", threads_check);
}

static void test_exclusion(void **state)
{
    (void)state;
    test_file("exclusion", threads_check);
}

static void test_tasks(void **state)
{
    (void)state;
    test_file("tasks", threads_check);
}

static void test_posix_threads(void **state)
{
    (void)state;
    test_file("posix", threads_check);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_levels, directory_enter, directory_leave),
        cmocka_unit_test_setup_teardown(test_one_thread, directory_enter, directory_leave),
        cmocka_unit_test_setup_teardown(test_exclusion, directory_enter, directory_leave),
        cmocka_unit_test_setup_teardown(test_tasks, directory_enter, directory_leave),
        cmocka_unit_test_setup_teardown(test_posix_threads, directory_enter, directory_leave),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

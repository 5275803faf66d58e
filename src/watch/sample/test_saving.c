/* test_saving.c: checks that core files are saved beside other work, and each only once, however
 * often it is requested. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/test_directory.h"
#include "launch/descendants.h"
#include "watch/sample/saving.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>

/* Replaces gcore: gcore -o PREFIX PID. It waits until there is a file named go. */
static const char stand_in[] = "#!/bin/sh\n"
                               "echo $$ >>pids\n"
                               "while ! [ -e go ]; do sleep 0.01; done\n"
                               "echo memory >\"$2.$3\"\n";

static void prepare(const char *directory)
{
    struct error error;
    char *path = memory_printf("%s:%s", directory, getenv("PATH"));
    assert_int_equal(file_write("gcore", stand_in, sizeof stand_in - 1, &error), 0);
    assert_int_equal(chmod("gcore", 0755), 0);
    assert_int_equal(setenv("PATH", path, 1), 0);
    assert_int_equal(mkdir("results", 0700), 0);
    free(path);
}

static void nobody_waits_for_a_core_file(void **state)
{
    const struct descendant own = {.pid = getpid()};
    struct savings savings = {0};
    struct error error;
    uint64_t key = 0;
    const char *sentence;
    prepare(*state);
    savings_start(&savings, 7, &own, 3, "results");
    while (access("pids", F_OK) != 0) {
        assert_false(savings_next(&savings, &key, &sentence)); /* the caller continues meanwhile */
        usleep(1000);
    }
    savings_start(&savings, 7, &own, 3, "results"); /* it is under way already */
    assert_true(savings_busy(&savings));
    assert_int_equal(file_write("go", "", 0, &error), 0);
    while (!savings_next(&savings, &key, &sentence))
        usleep(1000);
    assert_int_equal(key, 7);
    assert_non_null(strstr(sentence, "core file of rank 3: results/core.rank3"));
    assert_false(savings_busy(&savings));
    assert_false(savings_next(&savings, &key, &sentence)); /* only once */

    savings_start(&savings, 7, &own, 3, "results"); /* the sentence got lost */
    assert_true(savings_next(&savings, &key, &sentence));
    assert_non_null(strstr(sentence, "results/core.rank3"));
    savings_end(&savings);

    char *pids;
    assert_int_equal(file_read("pids", 100, &pids, NULL, &error), 0);
    assert_ptr_equal(strchr(pids, '\n'), pids + strlen(pids) - 1); /* it was saved once */
    free(pids);
}

static void what_is_under_way_can_be_ended(void **state)
{
    const struct descendant own = {.pid = getpid()};
    struct savings savings = {0};
    struct error error;
    char *pids = NULL;
    prepare(*state);
    savings_start(&savings, 1, &own, 0, "results");
    while (!pids || !strchr(pids, '\n')) {
        free(pids);
        pids = NULL;
        if (access("pids", F_OK) == 0)
            assert_int_equal(file_read("pids", 100, &pids, NULL, &error), 0);
        usleep(1000);
    }
    savings_end(&savings);
    for (int i = 0; i < 1000 && kill(atoi(pids), 0) == 0; i++) /* NOLINT: a number of a process */
        usleep(10000);
    assert_int_equal(kill(atoi(pids), 0), -1); /* NOLINT: the same */
    assert_int_equal(errno, ESRCH);
    assert_int_equal(rmdir("results"), 0); /* nothing is left in it */
    free(pids);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(nobody_waits_for_a_core_file, directory_enter,
                                        directory_leave),
        cmocka_unit_test_setup_teardown(what_is_under_way_can_be_ended, directory_enter,
                                        directory_leave),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

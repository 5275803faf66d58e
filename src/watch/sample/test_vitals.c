/* Tests of vitals.h and refusal.h: a process that cannot be looked at has not ended. */
#include "watch/sample/vitals.h"

#include "watch/sample/refusal.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static void test_own(void **state)
{
    (void)state;
    struct vitals vitals;
    assert_true(vitals_read(getpid(), getpid(), &vitals));
    assert_true(vitals.alive && !vitals.stopped);
    assert_int_equal(vitals.threads, 1);
}

static void test_ended(void **state)
{
    (void)state;
    struct vitals vitals;
    pid_t pid = fork();
    if (pid == 0)
        _exit(0);
    siginfo_t info;
    assert_int_equal(waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT), 0);
    assert_true(vitals_read(pid, pid, &vitals)); /* a zombie */
    assert_false(vitals.alive);
    assert_int_equal(waitpid(pid, NULL, 0), pid);
    assert_true(vitals_read(pid, pid, &vitals));
    assert_false(vitals.alive);
    assert_int_equal(refusal_state(pid), '\0');
}

static void test_no_descriptors(void **state)
{
    (void)state;
    struct rlimit before, few;
    struct vitals vitals;
    getrlimit(RLIMIT_NOFILE, &before);
    few = before;
    few.rlim_cur = 0;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
    bool told = vitals_read(getpid(), getpid(), &vitals);
    char own = refusal_state(getpid());
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
    assert_false(told);
    assert_int_equal(own, '?');
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_own),
        cmocka_unit_test(test_ended),
        cmocka_unit_test(test_no_descriptors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#include "watch/sample/returns.h"

#include "watch/sample/test_children.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

static __attribute__((noinline)) void come_back(struct shared *shared)
{
    atomic_fetch_add(&shared->counts, 1);
}

/* Returns five times before it is ready, and then as often as the test allows. */
static int walk(struct shared *shared)
{
    for (int i = 0; i < 5; i++)
        come_back(shared);
    atomic_store(&shared->ready, 1);
    while (!atomic_load(&shared->finish))
        if (atomic_load(&shared->counts) < atomic_load(&shared->interrupted))
            come_back(shared);
        else
            nap_ms(1);
    return 7;
}

static void counts_what_comes_after(void **state)
{
    struct shared *shared = shared_make();
    pid_t pid = child_start(walk, shared);
    (void)state;
    child_wait_ready(shared);
    int counter = returns_open(pid, (uint64_t)(uintptr_t)come_back);
    if (counter < 0) {
        printf("SKIPPED: perf_event_open() says no, errno %d\n", errno);
    } else {
        nap_ms(20);
        assert_int_equal(returns_count(counter), 0);
        atomic_store(&shared->interrupted, 8);
        while (atomic_load(&shared->counts) < 8)
            nap_ms(1);
        assert_int_equal(returns_count(counter), 3);
        close(counter);
    }
    atomic_store(&shared->finish, 1);
    assert_int_equal(child_end(pid), 7);
    shared_free(shared);
    if (counter < 0)
        skip();
}

static void refuses_what_is_no_thread(void **state)
{
    (void)state;
    pid_t pid = fork();
    if (pid == 0)
        _exit(0);
    assert_int_equal(child_end(pid), 0);
    assert_int_equal(returns_open(pid, (uint64_t)(uintptr_t)come_back), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_what_comes_after),
        cmocka_unit_test(refuses_what_is_no_thread),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

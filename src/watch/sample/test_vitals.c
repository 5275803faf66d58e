/* Tests of vitals.h and refusal.h: a process that cannot be looked at has not ended. Tests of
 * tracker.h: a process keeps its first identity, whatever its record says later. */
#include "watch/sample/vitals.h"

#include "launch/descendants.h"
#include "watch/sample/refusal.h"
#include "watch/sample/test_children.h"
#include "watch/sample/tracker.h"

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
    const struct descendant own = {.pid = getpid()};
    struct vitals vitals;
    assert_true(vitals_read(&own, getpid(), &vitals));
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
    const struct descendant child = {.pid = pid};
    siginfo_t info;
    assert_int_equal(waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT), 0);
    assert_true(vitals_read(&child, pid, &vitals)); /* a zombie */
    assert_false(vitals.alive);
    assert_int_equal(waitpid(pid, NULL, 0), pid);
    assert_true(vitals_read(&child, pid, &vitals));
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
    const struct descendant own = {.pid = getpid()};
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
    bool told = vitals_read(&own, getpid(), &vitals);
    char state_of_own = refusal_state(getpid());
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
    assert_false(told);
    assert_int_equal(state_of_own, '?');
}

/* The number of a rank that has ended belongs to another process. */
static void test_another(void **state)
{
    (void)state;
    struct descendant own;
    struct vitals vitals;
    assert_true(descendant_read(getpid(), &own));
    assert_true(vitals_read(&own, getpid(), &vitals));
    assert_true(vitals.alive);
    assert_false(descendant_is_another(&own));
    own.birth--;
    assert_true(vitals_read(&own, getpid(), &vitals));
    assert_false(vitals.alive);
    assert_true(descendant_is_another(&own));
}

static int test_vitals_rest(struct shared *shared)
{
    while (!atomic_load(&shared->finish))
        nap_ms(1);
    return 0;
}

/* A program overwrites the number in its record: the tracker does not look at that other
 * process. */
static void test_record_is_written_over(void **state)
{
    (void)state;
    struct shared *shared = shared_make();
    struct tracker tracker;
    struct board board;
    struct error error;
    assert_int_equal(board_private(&board, &error), 0);
    struct beacon_process *record = &board.file->processes[0];
    record->pid = child_start(test_vitals_rest, shared);
    atomic_store(&record->state, BEACON_RUNNING);
    atomic_store(&board.file->claimed, 1);
    tracker_start(&tracker, 0);
    tracker_look(&tracker, &board, 1);
    pid_t rank = record->pid;
    record->pid = getpid();
    tracker_look(&tracker, &board, 2);
    assert_true(tracker.processes[0]->vitals.alive);
    atomic_store(&shared->finish, 1);
    assert_int_equal(child_end(rank), 0);
    tracker_look(&tracker, &board, 3);
    assert_false(tracker.processes[0]->vitals.alive);
    assert_true(tracker.gone);
    tracker_free(&tracker);
    board_close(&board);
    shared_free(shared);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_another),
        cmocka_unit_test(test_record_is_written_over),
        cmocka_unit_test(test_own),
        cmocka_unit_test(test_ended),
        cmocka_unit_test(test_no_descriptors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#include "base/lock.h"

#include "base/owner.h"
#include "base/test_directory.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

/* Makes flock(), which replaces that of libc, act as on a file system without locks. */
static bool no_locks;

int flock(int descriptor, int operation)
{
    (void)descriptor, (void)operation;
    static int held = -1; /* one lock is enough for these tests */
    if (no_locks) {
        errno = ENOLCK;
        return -1;
    }
    if (held >= 0 && fcntl(held, F_GETFD) >= 0 && held != descriptor) {
        errno = EWOULDBLOCK;
        return -1;
    }
    held = descriptor;
    return 0;
}

static void one_has_it(void **state)
{
    (void)state;
    struct lock *one = NULL, *other = NULL;
    struct error error;
    for (int way = 0; way < 2; way++) {
        no_locks = way > 0;
        assert_int_equal(lock_take(".", "search", &one, &error), 0);
        assert_int_equal(lock_note(one) != NULL, no_locks);
        assert_int_equal(lock_take(".", "search", &other, &error), -1);
        assert_int_equal(error.kind, ERROR_USAGE);
        assert_non_null(strstr(error.text, "belongs to a search that is still running"));
        lock_release(one);
        assert_int_not_equal(access(".tutti-lock", F_OK), 0);
        assert_int_not_equal(access(".tutti-owner", F_OK), 0);
    }
    no_locks = false;
}

/* A process that was killed leaves its file: the next process takes over the lock. */
static void owner_is_gone(void **state)
{
    (void)state;
    struct lock *lock;
    struct error error;
    int status;
    no_locks = true;
    pid_t pid = fork();
    if (pid == 0)
        _exit(lock_take(".", "search", &lock, &error) == 0 ? 0 : 1);
    waitpid(pid, &status, 0);
    assert_int_equal(status, 0);
    assert_int_equal(access(".tutti-owner", F_OK), 0);
    assert_int_equal(lock_take(".", "search", &lock, &error), 0);
    lock_release(lock);
    /* The same on a file system with locks. */
    pid = fork();
    if (pid == 0)
        _exit(lock_take(".", "search", &lock, &error) == 0 ? 0 : 1);
    waitpid(pid, &status, 0);
    no_locks = false;
    assert_int_equal(lock_take(".", "search", &lock, &error), 0);
    assert_int_not_equal(access(".tutti-owner", F_OK), 0);
    lock_release(lock);
}

/* Many processes at once find the file of an owner that is gone: only one gets the lock. */
static void one_of_many(void **state)
{
    (void)state;
    enum { ROUNDS = 20, MANY = 8 };
    no_locks = true;
    for (int round = 0; round < ROUNDS; round++) {
        int won = 0, ready[2], wait[2], status;
        assert_int_equal(pipe(ready), 0);
        assert_int_equal(pipe(wait), 0);
        for (int i = 0; i < MANY; i++)
            if (fork() == 0) {
                struct lock *lock;
                struct error error;
                char byte;
                close(wait[1]);
                bool mine = lock_take(".", "search", &lock, &error) == 0;
                (void)!write(ready[1], mine ? "y" : "n", 1);
                (void)!read(wait[0], &byte, 1); /* they end together, and leave the file */
                _exit(0);
            }
        close(wait[0]);
        for (int i = 0; i < MANY; i++) {
            char answer = 0;
            assert_int_equal(read(ready[0], &answer, 1), 1);
            won += answer == 'y';
        }
        close(wait[1]);
        for (int i = 0; i < MANY; i++)
            wait4(-1, &status, 0, NULL);
        close(ready[0]);
        close(ready[1]);
        assert_int_equal(won, 1);
    }
    no_locks = false;
}

static void owner_elsewhere(void **state)
{
    (void)state;
    static const char *const texts[] = {"", "x", "another-host 12345678-1-1\n"};
    struct lock *lock;
    struct error error;
    for (size_t i = 0; i < 2 * sizeof texts / sizeof *texts; i++) {
        no_locks = i % 2 > 0;
        assert_int_equal(file_write(".tutti-owner", texts[i / 2], strlen(texts[i / 2]), &error), 0);
        assert_int_equal(lock_take(".", "search", &lock, &error), -1);
        assert_int_equal(error.kind, ERROR_USAGE);
        assert_non_null(strstr(error.text, "remove this file"));
        assert_int_equal(access(".tutti-owner", F_OK), 0);
    }
    no_locks = false;
}

static void names_of_processes(void **state)
{
    (void)state;
    char name[OWNER_NAME_MAX], more[OWNER_NAME_MAX + 8];
    owner_name(name);
    assert_int_equal(owner_state(name), OWNER_LIVES);
    snprintf(more, sizeof more, "%s-AbCdEf", name);
    assert_int_equal(owner_state(more), OWNER_LIVES);
    snprintf(more, sizeof more, "%s1", name); /* a process with another start time */
    assert_int_equal(owner_state(more), OWNER_GONE);
    assert_int_equal(owner_state("nonsense"), OWNER_ELSEWHERE);
    name[0] = name[0] == '0' ? '1' : '0';
    assert_int_equal(owner_state(name), OWNER_ELSEWHERE);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, directory_enter, directory_leave)
    const struct CMUnitTest tests[] = {TEST(one_has_it), TEST(owner_is_gone), TEST(one_of_many),
                                       TEST(owner_elsewhere), TEST(names_of_processes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

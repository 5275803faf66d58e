/* Tests of sampler.h: a signal goes only to the processes that existed at the beginning; a process
 * whose stack is not found moves if it runs. */
#include "watch/sample/sampler.h"

#include "watch/sample/refusal.h"
#include "watch/sample/test_children.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include <cmocka.h>

static const char folder[] = "test_sampler.folder", library[] = "test_sampler.folder/libmpi.so";

static void library_make(void)
{
    assert_int_equal(mkdir(folder, 0700), 0);
    int file = open(library, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    assert_int_equal(write(file, "none", 4), 4);
    close(file);
}

static void library_remove(void)
{
    unlink(library);
    rmdir(folder);
}

/* Maps a file that has the name of an MPI library. */
static int rest(struct shared *shared)
{
    int file = open(library, O_RDONLY | O_CLOEXEC);
    if (mmap(NULL, 1, PROT_READ, MAP_PRIVATE, file, 0) == MAP_FAILED)
        return 1;
    atomic_store(&shared->ready, 1);
    for (;;)
        pause();
}

static void signals_only_who_was_there(void **state)
{
    (void)state;
    struct error error;
    struct sampler sampler;
    struct shared *shared = shared_make();
    library_make();
    pid_t pid = child_start(rest, shared);
    child_wait_ready(shared);
    if (sampler_open(&sampler, &pid, 1, &error) != 0)
        fail_msg("%s", error.text);
    sampler.ranks[0].process.birth--; /* an earlier process with the same number */
    sampler_signal(&sampler, SIGTERM);
    nap_ms(100);
    assert_int_equal(waitpid(pid, NULL, WNOHANG), 0);
    sampler.ranks[0].process.birth++;
    sampler_signal(&sampler, SIGTERM);
    assert_int_equal(child_end(pid), 1000 + SIGTERM);
    sampler_close(&sampler);
    shared_free(shared);
    library_remove();
}

#if defined __x86_64__
static int test_pipe[2];

/* Makes a system call on another stack, which has no frames: then nobody can tell where the thread
 * is. */
static long call_elsewhere(long number, long first, const void *second, long third, long fourth)
{
    enum { STACK = 4096 };
    static uint64_t stack[STACK];
    long result;
    register long in_r10 __asm__("r10") = fourth;
    register uint64_t *top __asm__("r12") = stack + STACK / 2;
    __asm__ volatile("mov %%rsp, %%rbx\n"
                     "mov %[top], %%rsp\n"
                     "syscall\n"
                     "mov %%rbx, %%rsp\n"
                     : "=a"(result)
                     : "a"(number), "D"(first), "S"(second), "d"(third), "r"(in_r10), [top] "r"(top)
                     : "rbx", "rcx", "r11", "memory");
    return result;
}

/* Waits until the test writes; then again and again, for a millisecond. */
static int wait_elsewhere(struct shared *shared)
{
    struct epoll_event event = {.events = EPOLLIN};
    int file = open(library, O_RDONLY | O_CLOEXEC), events = epoll_create1(EPOLL_CLOEXEC);
    if (mmap(NULL, 1, PROT_READ, MAP_PRIVATE, file, 0) == MAP_FAILED ||
        epoll_ctl(events, EPOLL_CTL_ADD, test_pipe[0], &event) != 0)
        return 1;
    atomic_store(&shared->ready, 1);
    if (call_elsewhere(SYS_epoll_wait, events, &event, 1, -1) != 1 ||
        epoll_ctl(events, EPOLL_CTL_DEL, test_pipe[0], NULL) != 0)
        return 2;
    while (!atomic_load(&shared->finish)) {
        if (call_elsewhere(SYS_epoll_wait, events, &event, 1, 1) != 0)
            return 3;
        atomic_fetch_add(&shared->counts, 1);
    }
    return 7;
}

/* A process moves if it has run, and stands still if it has not, wherever it is. */
static void sees_whether_one_runs(void **state)
{
    (void)state;
    struct error error;
    struct sampler sampler;
    struct board board;
    struct shared *shared = shared_make();
    assert_int_equal(pipe(test_pipe), 0);
    library_make();
    pid_t pid = child_start(wait_elsewhere, shared);
    child_wait_ready(shared);
    while (refusal_state(pid) != 'S')
        nap_ms(1);
    if (board_private(&board, &error) != 0 || sampler_open(&sampler, &pid, 1, &error) != 0)
        fail_msg("%s", error.text);
    sampler_start(&sampler, 0, &board);
    int moves = 0;
    struct beacon_lane *lane = &board.file->processes[0].lanes[0];
    sampler_look(&sampler, NULL, 0, &board);
    uint64_t before = atomic_load(&lane->sequence);
    for (int i = 0; i < 20; i++)
        assert_int_equal(sampler_look(&sampler, NULL, 0, &board), 1);
    assert_int_equal(atomic_load(&lane->sequence), before);
    assert_int_equal(before & 1, 0);
    assert_int_equal(write(test_pipe[1], "*", 1), 1);
    for (int i = 0; i < 20; i++) {
        long count = atomic_load(&shared->counts);
        while (atomic_load(&shared->counts) < count + 2)
            nap_ms(1);
        assert_int_equal(sampler_look(&sampler, NULL, 0, &board), 1);
        /* One that is awake is stopped, and seen outside as before. */
        if (sampler.ranks[0].turns > 0)
            moves += atomic_load(&lane->sequence) != before;
        before = atomic_load(&lane->sequence);
    }
    assert_true(moves > 0);
    atomic_store(&shared->finish, 1);
    assert_int_equal(child_end(pid), 7);
    sampler_close(&sampler);
    board_close(&board);
    close(test_pipe[0]);
    close(test_pipe[1]);
    shared_free(shared);
    library_remove();
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(signals_only_who_was_there),
#if defined __x86_64__
        cmocka_unit_test(sees_whether_one_runs),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

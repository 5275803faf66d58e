/* Tests of system_call.h: looks at threads in system calls that fail after a stop. */
#include "watch/sample/system_call.h"

#include "watch/sample/refusal.h"
#include "watch/sample/test_looks.h"

#include <errno.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ipc.h>
#include <sys/sem.h>
#include <sys/socket.h>
#include <sys/time.h>

static int test_pipe[2];
static pid_t target; /* of signals */

/* The calls in which a thread waits and that the kernel does not restart after a stop. */
enum waiting { WAITS_FOR_EVENTS, WAITS_FOR_DATA, WAITS_FOR_SEMAPHORE, WAITS_FOR_SIGNAL, WAITINGS };
static enum waiting waiting;

/* Makes the call once: with a limit of `seconds`, or of none. Returns whether it was interrupted.
 */
static __attribute__((noinline)) bool wait_in_call(const struct timespec *limit, int events,
                                                   int semaphores)
{
    struct epoll_event event;
    struct sembuf down = {.sem_op = -1};
    sigset_t signals;
    char byte;
    sigemptyset(&signals);
    sigaddset(&signals, SIGUSR2);
    errno = 0;
    switch (waiting) {
    case WAITS_FOR_EVENTS:
        epoll_wait(events, &event, 1, limit ? (int)(limit->tv_nsec / 1000000) : -1);
        break;
    case WAITS_FOR_DATA:
        recv(test_pipe[0], &byte, 1, 0); /* the socket has a limit */
        break;
    case WAITS_FOR_SEMAPHORE:
        semtimedop(semaphores, &down, 1, limit);
        break;
    case WAITS_FOR_SIGNAL:
    case WAITINGS:
        sigtimedwait(&signals, NULL, limit);
        break;
    }
    return errno == EINTR;
}

/* Waits once for as long as the test wants, or again and again for `counts` nanoseconds. */
static int wait_in_calls(struct shared *shared)
{
    const struct timespec limit = {0, atomic_load(&shared->counts)};
    const struct timeval data = {limit.tv_nsec ? 0 : 1000, limit.tv_nsec / 1000};
    int events = epoll_create1(EPOLL_CLOEXEC), semaphores = semget(IPC_PRIVATE, 1, 0600);
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGUSR2);
    sigprocmask(SIG_BLOCK, &signals, NULL);
    if (events < 0 || semaphores < 0 ||
        setsockopt(test_pipe[0], SOL_SOCKET, SO_RCVTIMEO, &data, sizeof data) != 0)
        return 1;
    struct epoll_event event = {.events = EPOLLIN};
    if (epoll_ctl(events, EPOLL_CTL_ADD, test_pipe[0], &event) != 0)
        return 1;
    atomic_store(&shared->counts, semaphores);
    atomic_store(&shared->ready, 1);
    do {
        if (wait_in_call(limit.tv_nsec ? &limit : NULL, events, semaphores))
            atomic_fetch_add(&shared->interrupted, 1);
        atomic_fetch_add(&shared->ready, 1);
    } while (!atomic_load(&shared->finish));
    semctl(semaphores, 0, IPC_RMID);
    return 7;
}

/* Ends the wait: it gets what it waits for. */
static void end_wait(pid_t pid, struct shared *shared)
{
    struct sembuf up = {.sem_op = 1};
    atomic_store(&shared->finish, 1);
    assert_int_equal(write(test_pipe[1], "*", 1), 1);
    if (waiting == WAITS_FOR_SEMAPHORE)
        semop((int)atomic_load(&shared->counts), &up, 1);
    kill(pid, SIGUSR2);
    assert_int_equal(child_end(pid), 7);
}

/* The call is not interrupted, and the stack is whole. */
static void leaves_waits_alone(void **state)
{
    (void)state;
    static const char *const names[WAITINGS] = {"epoll_wait", "recv", "semtimedop", "sigtimedwait"};
    for (waiting = 0; waiting < WAITINGS; waiting++) {
        struct shared *shared = shared_make();
        assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, test_pipe), 0);
        pid_t pid = child_start(wait_in_calls, shared);
        child_wait_ready(shared);
        struct symbols *symbols = open_child(pid);
        for (int i = 0; i < 20; i++) {
            struct arena arena = {0};
            char seen[8192];
            while (refusal_state(pid) != 'S')
                nap_ms(1);
            struct thread_sample sample = look(pid, &arena);
            name_frames(symbols, &sample, seen, sizeof seen);
            if (!strstr(seen, names[waiting]) || !strstr(seen, " wait_in_call wait_in_calls ") ||
                !strstr(seen, " main "))
                fail_msg("%s", seen);
            arena_free(&arena);
        }
        end_wait(pid, shared);
        assert_int_equal(atomic_load(&shared->interrupted), 0);
        close(test_pipe[0]);
        close(test_pipe[1]);
        symbols_close(symbols);
        shared_free(shared);
    }
}

/* Nor is it where the thread begins the call as it is looked at. */
static void leaves_short_waits_alone(void **state)
{
    (void)state;
    for (waiting = WAITS_FOR_DATA; waiting < WAITINGS; waiting++) {
        struct shared *shared = shared_make();
        assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, test_pipe), 0);
        atomic_store(&shared->counts, 20000);
        pid_t pid = child_start(wait_in_calls, shared);
        child_wait_ready(shared);
        for (int i = 0; i < 2000; i++) {
            struct arena arena = {0};
            struct thread_sample sample;
            struct error error = {0};
            if (sample_thread(pid, pid, NULL, &arena, &sample, &error) != SAMPLE_TAKEN)
                fail_msg("%s", error.text);
            arena_free(&arena);
        }
        end_wait(pid, shared);
        assert_int_equal(atomic_load(&shared->interrupted), 0);
        close(test_pipe[0]);
        close(test_pipe[1]);
        shared_free(shared);
    }
}

/* Nor does it take longer: a call that is made again would have its whole time once more. */
static void leaves_limits_alone(void **state)
{
    (void)state;
    enum { LIMIT_NS = 50000000, WAITS = 4 };
    alarm(300);
    for (waiting = 0; waiting < WAITINGS; waiting++) {
        struct shared *shared = shared_make();
        assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, test_pipe), 0);
        atomic_store(&shared->counts, LIMIT_NS);
        pid_t pid = child_start(wait_in_calls, shared);
        child_wait_ready(shared);
        while (atomic_load(&shared->ready) <= WAITS) {
            struct arena arena = {0};
            look(pid, &arena);
            arena_free(&arena);
            nap_ms(1);
        }
        end_wait(pid, shared);
        assert_int_equal(atomic_load(&shared->interrupted), 0);
        close(test_pipe[0]);
        close(test_pipe[1]);
        shared_free(shared);
    }
    alarm(0);
}

static volatile sig_atomic_t called;

static void note_call(int signal)
{
    (void)signal;
    called = 1;
}

/* Waits for a signal that only the call lets through. A look must not hide that the signal has
 * ended the call: then the child would wait for ever. */
static int wait_for_calls(struct shared *shared)
{
    enum { ROUNDS = 2000 };
    const struct sigaction action = {.sa_handler = note_call};
    struct epoll_event event;
    sigset_t own, none;
    int events = epoll_create1(EPOLL_CLOEXEC);
    sigemptyset(&own);
    sigaddset(&own, SIGUSR1);
    sigprocmask(SIG_BLOCK, &own, &none);
    sigaction(SIGUSR1, &action, NULL);
    for (int round = 1; round <= ROUNDS; round++) {
        called = 0;
        atomic_store(&shared->ready, round); /* the other process sends the signal now */
        while (!called)
            if (epoll_pwait(events, &event, 1, -1, &none) != -1 || errno != EINTR)
                return 1;
            else if (!called)
                atomic_fetch_add(&shared->interrupted, 1);
    }
    atomic_store(&shared->finish, 1);
    return 7;
}

static int send_calls(struct shared *shared)
{
    for (int last = 0; !atomic_load(&shared->finish);) {
        int now = atomic_load(&shared->ready);
        if (now != last && kill(target, SIGUSR1) != 0)
            return 1;
        last = now;
    }
    return 7;
}

static void hides_no_signal(void **state)
{
    (void)state;
    struct shared *shared = shared_make();
    pid_t pid = child_start(wait_for_calls, shared);
    target = pid;
    pid_t sender = child_start(send_calls, shared);
    while (!atomic_load(&shared->finish)) {
        struct arena arena = {0};
        struct thread_sample sample;
        struct error error;
        sample_thread(pid, pid, NULL, &arena, &sample, &error);
        arena_free(&arena);
    }
    assert_int_equal(child_end(pid), 7);
    assert_int_equal(child_end(sender), 7);
    assert_int_equal(atomic_load(&shared->interrupted), 0);
    shared_free(shared);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(leaves_waits_alone),
        cmocka_unit_test(leaves_short_waits_alone),
        cmocka_unit_test(leaves_limits_alone),
        cmocka_unit_test(hides_no_signal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

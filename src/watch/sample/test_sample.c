#include "watch/sample/sample.h"

#include "watch/sample/refusal.h"
#include "watch/sample/test_looks.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ptrace.h>

#include <cmocka.h>

/* Checks that the stack of the main thread contains these names next to each other, and main. */
static void check_stack(pid_t pid, struct symbols *symbols, const char *wanted)
{
    struct arena arena = {0};
    char names[8192];
    struct thread_sample sample = look(pid, &arena);
    name_frames(symbols, &sample, names, sizeof names);
    if (!strstr(names, wanted) || !strstr(names, " main "))
        fail_msg("no%sin%s", wanted, names);
    arena_free(&arena);
}

static __attribute__((noinline)) int climb(struct shared *shared, int height)
{
    int result = 0;
    if (height > 1) {
        result = climb(shared, height - 1); /* NOLINT(misc-no-recursion) */
    } else {
        atomic_store(&shared->ready, 1);
        while (!atomic_load(&shared->finish))
            atomic_fetch_add(&shared->counts, 1);
    }
    __asm__ volatile("");
    return result;
}

static int compute(struct shared *shared)
{
    int result = climb(shared, 6);
    __asm__ volatile("");
    return result + 7;
}

static void sees_a_computation(void **state)
{
    (void)state;
    struct shared *shared = shared_make();
    pid_t pid = child_start(compute, shared);
    child_wait_ready(shared);
    struct symbols *symbols = open_child(pid);
    for (int i = 0; i < 20; i++) {
        check_stack(pid, symbols, " climb climb climb climb climb climb compute ");
        long before = atomic_load(&shared->counts);
        while (atomic_load(&shared->counts) == before)
            nap_ms(1); /* it continues */
    }
    atomic_store(&shared->finish, 1);
    assert_int_equal(child_end(pid), 7);
    symbols_close(symbols);
    shared_free(shared);
}

/* Spends most of its time in code that the kernel maps, which is in no file. */
static int poll_clock(struct shared *shared)
{
    struct timespec now;
    atomic_store(&shared->ready, 1);
    while (!atomic_load(&shared->finish))
        clock_gettime(CLOCK_MONOTONIC, &now);
    return 7;
}

static void sees_a_poll_of_the_clock(void **state)
{
    (void)state;
    struct shared *shared = shared_make();
    pid_t pid = child_start(poll_clock, shared);
    child_wait_ready(shared);
    struct symbols *symbols = open_child(pid);
    for (int i = 0; i < 50; i++)
        check_stack(pid, symbols, " poll_clock ");
    atomic_store(&shared->finish, 1);
    assert_int_equal(child_end(pid), 7);
    symbols_close(symbols);
    shared_free(shared);
}

static int test_pipe[2];

static __attribute__((noinline)) int block_in_read(struct shared *shared)
{
    char byte = 0;
    atomic_store(&shared->ready, 1);
    ssize_t got = read(test_pipe[0], &byte, 1);
    return got == 1 ? byte : 1;
}

static void sees_a_read(void **state)
{
    (void)state;
    struct shared *shared = shared_make();
    assert_int_equal(pipe(test_pipe), 0);
    pid_t pid = child_start(block_in_read, shared);
    child_wait_ready(shared);
    while (refusal_state(pid) != 'S')
        nap_ms(1);
    struct symbols *symbols = open_child(pid);
    for (int i = 0; i < 20; i++)
        check_stack(pid, symbols, "read block_in_read ");
    assert_int_equal(write(test_pipe[1], "*", 1), 1);
    assert_int_equal(child_end(pid), '*');
    close(test_pipe[0]);
    close(test_pipe[1]);
    symbols_close(symbols);
    shared_free(shared);
}

static int sleep_once(struct shared *shared)
{
    const struct timespec half = {0, 300000000};
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    atomic_store(&shared->ready, 1);
    int failed = nanosleep(&half, NULL);
    clock_gettime(CLOCK_MONOTONIC, &end);
    atomic_store(&shared->counts,
                 (end.tv_sec - start.tv_sec) * 1000 + (end.tv_nsec - start.tv_nsec) / 1000000);
    return failed ? 1 : 7;
}

static void does_not_cut_a_sleep_short(void **state)
{
    (void)state;
    struct shared *shared = shared_make();
    pid_t pid = child_start(sleep_once, shared);
    child_wait_ready(shared);
    struct arena arena = {0};
    for (int i = 0; i < 20; i++) {
        struct thread_sample sample;
        struct error error;
        sample_thread(pid, pid, NULL, &arena, &sample, &error);
        nap_ms(2);
    }
    arena_free(&arena);
    assert_int_equal(child_end(pid), 7);
    assert_true(atomic_load(&shared->counts) >= 300);
    shared_free(shared);
}

static void *work(void *argument)
{
    struct shared *shared = argument;
    pthread_setname_np(pthread_self(), "worker");
    atomic_fetch_add(&shared->ready, 1);
    while (!atomic_load(&shared->finish))
        nap_ms(1);
    return NULL;
}

static int run_threads(struct shared *shared)
{
    pthread_t threads[3];
    for (size_t i = 0; i < 3; i++)
        if (pthread_create(&threads[i], NULL, work, shared) != 0)
            return 1;
    for (size_t i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    return 7;
}

static void sees_all_threads(void **state)
{
    (void)state;
    struct shared *shared = shared_make();
    pid_t pid = child_start(run_threads, shared);
    while (atomic_load(&shared->ready) < 3)
        nap_ms(1);
    struct symbols *symbols = open_child(pid);
    struct arena arena = {0};
    struct process_sample sample = {0};
    struct error error = {0};
    char names[8192];
    if (sample_process(pid, NULL, &arena, &sample, &error) != SAMPLE_TAKEN)
        fail_msg("%s", error.text);
    assert_int_equal(sample.count, 4);
    assert_int_equal(sample.threads[0].tid, pid);
    name_frames(symbols, &sample.threads[0], names, sizeof names);
    assert_non_null(strstr(names, " run_threads "));
    assert_non_null(strstr(names, " main "));
    for (size_t i = 1; i < 4; i++) {
        assert_true(i == 1 || sample.threads[i].tid > sample.threads[i - 1].tid);
        assert_int_equal(sample.threads[i].status, SAMPLE_TAKEN);
        assert_string_equal(sample.threads[i].name, "worker");
        name_frames(symbols, &sample.threads[i], names, sizeof names);
        assert_non_null(strstr(names, " work "));
        assert_null(strstr(names, " main "));
    }
    atomic_store(&shared->finish, 1);
    assert_int_equal(child_end(pid), 7);
    arena_free(&arena);
    symbols_close(symbols);
    shared_free(shared);
}

static void leaves_a_stopped_process_stopped(void **state)
{
    (void)state;
    struct shared *shared = shared_make();
    pid_t pid = child_start(compute, shared);
    child_wait_ready(shared);
    struct symbols *symbols = open_child(pid);
    int status;
    assert_int_equal(kill(pid, SIGSTOP), 0);
    assert_int_equal(waitpid(pid, &status, WUNTRACED), pid);
    assert_true(WIFSTOPPED(status));
    for (int i = 0; i < 5; i++) {
        struct arena arena = {0};
        char names[8192];
        struct thread_sample sample = look(pid, &arena);
        assert_int_equal(sample.stop_signal, SIGSTOP);
        name_frames(symbols, &sample, names, sizeof names);
        assert_non_null(strstr(names, " climb climb "));
        arena_free(&arena);
        long before = atomic_load(&shared->counts);
        nap_ms(5);
        assert_int_equal(atomic_load(&shared->counts), before);
        assert_int_equal(refusal_state(pid), 'T');
    }
    long before = atomic_load(&shared->counts);
    assert_int_equal(kill(pid, SIGCONT), 0);
    while (atomic_load(&shared->counts) == before)
        nap_ms(1);
    struct arena arena = {0};
    assert_int_equal(look(pid, &arena).stop_signal, 0);
    arena_free(&arena);
    atomic_store(&shared->finish, 1);
    assert_int_equal(child_end(pid), 7);
    symbols_close(symbols);
    shared_free(shared);
}

static struct shared *counted;

static void count_signal(int signal, siginfo_t *information, void *context)
{
    (void)signal, (void)context;
    atomic_fetch_add(&counted->counts, information->si_value.sival_int);
}

static int take_signals(struct shared *shared)
{
    struct sigaction action = {.sa_sigaction = count_signal, .sa_flags = SA_SIGINFO};
    counted = shared;
    if (sigaction(SIGRTMIN, &action, NULL) != 0)
        return 1;
    atomic_store(&shared->ready, 1);
    while (!atomic_load(&shared->finish))
        atomic_fetch_add(&shared->interrupted, 1);
    return 7;
}

/* Sends as many signals as possible to the first child during looks at it. */
static pid_t target;

static int send_signals(struct shared *shared)
{
    while (!atomic_load(&shared->finish)) {
        const union sigval value = {.sival_int = 1};
        if (sigqueue(target, SIGRTMIN, value) == 0)
            atomic_fetch_add(&shared->counts, 1);
        else if (errno != EAGAIN) /* too many signals are pending */
            return 1;
    }
    return 7;
}

static void loses_no_signal(void **state)
{
    (void)state;
    struct shared *shared = shared_make(), *sent = shared_make();
    pid_t pid = child_start(take_signals, shared);
    child_wait_ready(shared);
    target = pid;
    pid_t sender = child_start(send_signals, sent);
    int delivered = 0;
    for (int i = 0; i < 500; i++) {
        struct arena arena = {0};
        look(pid, &arena);
        arena_free(&arena);
        delivered += atomic_load(&shared->counts) > 0;
    }
    assert_true(delivered > 0);
    atomic_store(&sent->finish, 1);
    assert_int_equal(child_end(sender), 7);
    long wanted = atomic_load(&sent->counts);
    for (int i = 0; i < 5000 && atomic_load(&shared->counts) != wanted; i++)
        nap_ms(1);
    assert_int_equal(atomic_load(&shared->counts), wanted);
    atomic_store(&shared->finish, 1);
    assert_int_equal(child_end(pid), 7);
    shared_free(shared);
    shared_free(sent);
}

static int end_soon(struct shared *shared)
{
    atomic_store(&shared->ready, 1);
    for (volatile long i = 0; i < atomic_load(&shared->counts); i++)
        ;
    return 42;
}

static void bears_an_end(void **state)
{
    (void)state;
    int taken = 0;
    for (int i = 0; i < 60; i++) {
        struct shared *shared = shared_make();
        atomic_store(&shared->counts, 1000L << i % 15); /* microseconds to some 20 ms */
        pid_t pid = child_start(end_soon, shared);
        enum sample_status status;
        struct error error = {0};
        do {
            struct arena arena = {0};
            struct thread_sample sample;
            status = sample_thread(pid, pid, NULL, &arena, &sample, &error);
            taken += status == SAMPLE_TAKEN;
            arena_free(&arena);
        } while (status == SAMPLE_TAKEN);
        if (status != SAMPLE_ENDED || !strstr(error.text, "has ended"))
            fail_msg("%d: %s", (int)status, error.text);
        assert_int_equal(child_end(pid), 42); /* its parent still gets the exit code */
        shared_free(shared);
    }
    assert_true(taken > 0);
}

static void bears_a_kill(void **state)
{
    (void)state;
    for (int i = 0; i < 30; i++) {
        struct shared *shared = shared_make();
        pid_t pid = child_start(compute, shared);
        child_wait_ready(shared);
        pid_t killer = fork();
        if (killer == 0)
            _exit(kill(pid, SIGKILL) == 0 ? 0 : 1);
        enum sample_status status;
        do {
            struct arena arena = {0};
            struct process_sample sample;
            struct error error;
            status = sample_process(pid, NULL, &arena, &sample, &error);
            arena_free(&arena);
        } while (status == SAMPLE_TAKEN);
        assert_int_equal(status, SAMPLE_ENDED);
        assert_int_equal(child_end(killer), 0);
        assert_int_equal(child_end(pid), 1000 + SIGKILL);
        shared_free(shared);
    }
}

static void says_that_nothing_is_there(void **state)
{
    (void)state;
    struct shared *shared = shared_make();
    atomic_store(&shared->finish, 1);
    pid_t pid = child_start(compute, shared);
    assert_int_equal(child_end(pid), 7);
    struct arena arena = {0};
    struct thread_sample sample;
    struct process_sample samples;
    struct error error = {0};
    assert_int_equal(sample_thread(pid, pid, NULL, &arena, &sample, &error), SAMPLE_ENDED);
    assert_non_null(strstr(error.text, "there is no process"));
    assert_int_equal(sample_process(pid, NULL, &arena, &samples, &error), SAMPLE_ENDED);
    assert_int_equal(sample_thread(getpid(), pid, NULL, &arena, &sample, &error), SAMPLE_ENDED);
    assert_non_null(strstr(error.text, "there is no thread"));
    arena_free(&arena);
    shared_free(shared);
}

/* The program may have overwritten its thread's number with one of another process. */
static void leaves_threads_of_others(void **state)
{
    (void)state;
    struct shared *shared = shared_make();
    pid_t one = child_start(compute, shared), other = child_start(compute, shared);
    struct arena arena = {0};
    struct thread_sample sample;
    struct error error = {0};
    child_wait_ready(shared);
    assert_int_equal(sample_thread(one, other, NULL, &arena, &sample, &error), SAMPLE_ENDED);
    assert_non_null(strstr(error.text, "there is no thread"));
    assert_int_equal(sample_thread(one, one, NULL, &arena, &sample, &error), SAMPLE_TAKEN);
    arena_free(&arena);
    atomic_store(&shared->finish, 1);
    assert_int_equal(child_end(one), 7);
    assert_int_equal(child_end(other), 7);
    shared_free(shared);
}

static int be_traced(struct shared *shared)
{
    if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0)
        return 1;
    return compute(shared);
}

static void says_who_traces(void **state)
{
    (void)state;
    struct shared *shared = shared_make();
    pid_t pid = child_start(be_traced, shared);
    child_wait_ready(shared);
    struct arena arena = {0};
    struct thread_sample sample;
    struct error error = {0};
    char wanted[64];
    snprintf(wanted, sizeof wanted, "is already traced by process %ld (", (long)getpid());
    assert_int_equal(sample_thread(pid, pid, NULL, &arena, &sample, &error), SAMPLE_TRACED);
    if (!strstr(error.text, wanted))
        fail_msg("%s", error.text);
    arena_free(&arena);
    atomic_store(&shared->finish, 1);
    assert_int_equal(child_end(pid), 7);
    shared_free(shared);
}

/* Looks at the test's process without the rights for it; returns 0 if it is refused. */
static int be_nobody(struct shared *shared)
{
    (void)shared;
    pid_t other = 1;
    if (geteuid() == 0) {
        other = getppid();
        if (setgid(65534) != 0 || setuid(65534) != 0)
            return 2;
    }
    struct arena arena = {0};
    struct thread_sample sample;
    struct error error = {0};
    enum sample_status status = sample_thread(other, other, NULL, &arena, &sample, &error);
    arena_free(&arena);
    return status == SAMPLE_REFUSED && strstr(error.text, "belongs to user 0; run as") ? 0 : 3;
}

static void says_what_is_not_permitted(void **state)
{
    (void)state;
    assert_int_equal(child_end(child_start(be_nobody, NULL)), 0);
}

static int hold_up(void *argument)
{
    struct shared *shared = argument;
    atomic_store(&shared->ready, 1);
    for (int i = 0; i < 5000 && !atomic_load(&shared->finish); i++)
        nap_ms(1);
    return 0;
}

/* Waits for a child of its own in a way that only that child's death interrupts, as vfork()
 * does. */
static int be_stuck(struct shared *shared)
{
    static char stack[1 << 16] __attribute__((aligned(16)));
    pid_t pid = clone(hold_up, stack + sizeof stack, CLONE_VFORK | SIGCHLD, shared);
    atomic_store(&shared->counts, 1);
    while (atomic_load(&shared->finish) < 2)
        nap_ms(1);
    return child_end(pid) == 0 ? 7 : 1;
}

static void gives_up_on_what_does_not_stop(void **state)
{
    (void)state;
    struct shared *shared = shared_make();
    pid_t pid = child_start(be_stuck, shared);
    child_wait_ready(shared);
    while (refusal_state(pid) != 'D')
        nap_ms(1);
    struct arena arena = {0};
    struct thread_sample sample;
    struct error error = {0};
    const struct sample_limits limits = {SAMPLE_STACK_DEFAULT, 0.05};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(sample_thread(pid, pid, &limits, &arena, &sample, &error), SAMPLE_STUCK);
        if (!strstr(error.text, "does not stop within 0.05 s: it waits in the kernel"))
            fail_msg("%s", error.text);
        assert_int_equal(refusal_tracer(pid), 0);
    }
    /* The process continues unharmed, and can be looked at again. */
    atomic_store(&shared->finish, 1);
    while (!atomic_load(&shared->counts))
        nap_ms(1);
    look(pid, &arena);
    atomic_store(&shared->finish, 2);
    assert_int_equal(child_end(pid), 7);
    arena_free(&arena);
    shared_free(shared);
}

static void copies_what_is_asked_for(void **state)
{
    (void)state;
    struct shared *shared = shared_make();
    pid_t pid = child_start(compute, shared);
    child_wait_ready(shared);
    struct arena arena = {0};
    struct thread_sample sample = {0};
    struct error error = {0};
    const struct sample_limits little = {256, 1.0}, much = {1UL << 40, 1.0};
    assert_int_equal(sample_thread(pid, pid, &little, &arena, &sample, &error), SAMPLE_TAKEN);
    assert_int_equal(sample.input.size, 256);
    /* The copy ends at the end of the stack, which comes first. */
    assert_int_equal(sample_thread(pid, pid, &much, &arena, &sample, &error), SAMPLE_TAKEN);
    assert_in_range(sample.input.size, 257, SAMPLE_STACK_MAX);
    arena_free(&arena);
    child_kill(pid);
    shared_free(shared);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sees_a_computation),
        cmocka_unit_test(sees_a_poll_of_the_clock),
        cmocka_unit_test(sees_a_read),
        cmocka_unit_test(does_not_cut_a_sleep_short),
        cmocka_unit_test(sees_all_threads),
        cmocka_unit_test(leaves_a_stopped_process_stopped),
        cmocka_unit_test(loses_no_signal),
        cmocka_unit_test(bears_an_end),
        cmocka_unit_test(bears_a_kill),
        cmocka_unit_test(says_that_nothing_is_there),
        cmocka_unit_test(leaves_threads_of_others),
        cmocka_unit_test(says_who_traces),
        cmocka_unit_test(says_what_is_not_permitted),
        cmocka_unit_test(gives_up_on_what_does_not_stop),
        cmocka_unit_test(copies_what_is_asked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#include "watch/sample/sample.h"

#include "base/clock.h"
#include "base/file.h"
#include "watch/sample/refusal.h"
#include "watch/sample/system_call.h"

#include <ctype.h>
#include <dirent.h>
#include <elf.h>
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <time.h>
#include <unistd.h>

const struct sample_limits sample_limits_default = {SAMPLE_STACK_DEFAULT, 1.0};

enum {
    RED_ZONE = 128, /* bytes below the stack pointer that a function may use (System V ABI) */
    STATUS_BYTES_MAX = 1 << 16,
    PAGE = 4096, /* smallest size of a page: memory is readable or not in such pieces */
};

/* One look at a process. A separate thread makes it: when a thread ends, the kernel releases
 * everything that it traces, and there is no other way to release a thread that does not stop. */
struct look {
    pid_t pid;
    struct sample_limits limits;
    struct arena *arena;
    struct thread_sample *samples;
    size_t count;
    unsigned char *buffer; /* limits.stack_bytes */
    bool holds;            /* a thread is traced until the look's thread ends */
    struct error error;    /* about the first thread whose status is not SAMPLE_TAKEN */
};

static bool sample_is_gone(char state)
{
    return state == '\0' || state == 'Z' || state == 'X';
}

/* Waits until the thread has stopped; *since is the last time at which it had not. This needs no
 * wait(): the kernel answers ptrace requests as soon as the thread has stopped. */
static bool wait_for_stop(pid_t tid, double limit, siginfo_t *reason, double *since)
{
    /* A running thread stops within microseconds, so spinning is quickest. A thread that waits for
     * a processor may need the one that this thread uses, so this thread then sleeps: the scheduler
     * soon wakes up a thread that has used little of its share. */
    enum { SPIN_US = 30, NAP_US_MIN = 10, NAP_US_MAX = 1000, NAP_US_TO_LOOK = 100 };
    double start = clock_seconds();
    *since = start;
    for (;;) {
        double now = clock_seconds();
        if (ptrace(PTRACE_GETSIGINFO, tid, NULL, reason) == 0)
            return true;
        *since = now;
        if (now - start > limit)
            return false;
        if (now - start < SPIN_US * 1e-6)
            continue;
        /* Sleeps for a hundredth of the time until now. */
        double nap_us = fmin(fmax((now - start) * 1e4, NAP_US_MIN), NAP_US_MAX);
        if (nap_us > NAP_US_TO_LOOK && sample_is_gone(refusal_state(tid)))
            return false;
        const struct timespec nap = {0, (long)(nap_us * 1000)};
        nanosleep(&nap, NULL);
    }
}

/* Copies the memory from the address on, as far as it exists, at most `most` bytes. */
static size_t copy_memory(pid_t tid, uint64_t address, unsigned char *bytes, size_t most)
{
    struct iovec here = {bytes, most};
    /* NOLINTBEGIN(performance-no-int-to-ptr): addresses of another process */
    struct iovec all = {(void *)(uintptr_t)address, most};
    ssize_t got = process_vm_readv(tid, &here, 1, &all, 1, 0);
    if (got > 0 || errno != EFAULT)
        return got > 0 ? (size_t)got : 0;
    /* Some kernels refuse a range of which a part is missing, so the range is split into pages. */
    struct iovec pieces[64];
    size_t count = 0;
    for (size_t done = 0; done < most && count < sizeof pieces / sizeof *pieces; count++) {
        size_t size = PAGE - (address + done) % PAGE;
        size = size < most - done ? size : most - done;
        pieces[count] = (struct iovec){(void *)(uintptr_t)(address + done), size};
        done += size;
    }
    /* NOLINTEND(performance-no-int-to-ptr) */
    got = process_vm_readv(tid, &here, 1, pieces, count, 0);
    return got > 0 ? (size_t)got : 0;
}

/* Copies the stack of a thread whose stack pointer is known. */
static void copy_stack(struct look *look, struct thread_sample *sample)
{
    struct unwind_input *input = &sample->input;
    input->address = input->stack_pointer - RED_ZONE;
    input->size = copy_memory(sample->tid, input->address, look->buffer, look->limits.stack_bytes);
    if (input->size == 0) {
        input->address = input->stack_pointer;
        input->size =
            copy_memory(sample->tid, input->address, look->buffer, look->limits.stack_bytes);
    }
}

/* Copies registers and stack of a stopped thread. */
static bool copy_thread(struct look *look, struct thread_sample *sample,
                        struct user_regs_struct *registers)
{
    struct iovec place = {registers, sizeof *registers};
    if (ptrace(PTRACE_GETREGSET, sample->tid, (void *)NT_PRSTATUS, &place) != 0)
        return false;
    if (place.iov_len != sizeof *registers) {
        errno = ENOEXEC;
        return false;
    }
    unwind_take_registers(&sample->input, registers);
    copy_stack(look, sample);
    return true;
}

/* Copies the stack of a thread that waits in a system call which a stop would disturb. Returns
 * false if there is no such thread, or if it does not wait for long enough; then it may be stopped:
 * a call that it is in has just begun. */
static bool copy_waiting_thread(struct look *look, struct thread_sample *sample)
{
    enum { TRIES = 5 };
    struct system_call_wait wait;
    for (int i = 0; i < TRIES && system_call_must_wait(look->pid, sample->tid, &wait); i++) {
        unwind_take_place(&sample->input, wait.call.stack_pointer, wait.call.pc);
        copy_stack(look, sample);
        sample->turns = wait.turns;
        if (system_call_still_waits(look->pid, sample->tid, &wait))
            return true;
    }
    sample->input = (struct unwind_input){0};
    sample->turns = 0;
    return false;
}

/* Returns the signal to send to the thread when it continues: the one that it stopped for, if
 * any. */
static int signal_to_deliver(const siginfo_t *reason, int *stop_signal)
{
    *stop_signal = 0;
    if (reason->si_code >> 8 != PTRACE_EVENT_STOP)
        return reason->si_signo;
    if ((reason->si_code & 0xff) != SIGTRAP)
        *stop_signal = reason->si_code & 0xff;
    return 0;
}

/* Returns whether the program has a handler for the signal. */
static bool is_caught(const struct look *look, int signal)
{
    char path[64], *text;
    struct error ignored;
    static const char word[] = "\nSigCgt:";
    snprintf(path, sizeof path, "/proc/%ld/status", (long)look->pid);
    if (file_read(path, STATUS_BYTES_MAX, &text, NULL, &ignored) != 0)
        return false;
    const char *at = strstr(text, word);
    uint64_t caught = at ? strtoull(at + sizeof word - 1, NULL, 16) : 0;
    free(text);
    return caught >> (signal - 1) & 1;
}

static bool sample_set_registers(pid_t tid, const struct user_regs_struct *registers)
{
    struct user_regs_struct copy = *registers;
    struct iovec place = {&copy, sizeof copy};
    return ptrace(PTRACE_SETREGSET, tid, (void *)NT_PRSTATUS, &place) == 0;
}

/* Lets a stopped thread continue, with a signal if there is one for it, and makes it begin the
 * system call again that the stop has interrupted. A handler that the program has for a signal must
 * still find the call interrupted: a program may use a signal to end a wait. So the thread is
 * followed until it enters the call. It is not released there, since that would interrupt the call
 * once more: it continues, and the end of the look's thread releases it. */
static void let_continue(struct look *look, const struct thread_sample *sample,
                         const struct user_regs_struct *registers, int signal)
{
    enum { ENTERS_CALL = SIGTRAP | 0x80 };
    struct user_regs_struct again = *registers;
    siginfo_t reason;
    double since;
    int ignored;
    bool caught = signal != 0 && is_caught(look, signal);
    bool repeats = !caught && system_call_repeat(look->pid, sample->tid, &again) &&
                   sample_set_registers(sample->tid, &again);
    while (repeats) {
        look->holds = true;
        ptrace(PTRACE_SYSCALL, sample->tid, NULL, (void *)(intptr_t)signal);
        if (!wait_for_stop(sample->tid, look->limits.seconds, &reason, &since))
            return;
        if (reason.si_code == ENTERS_CALL) {
            ptrace(PTRACE_CONT, sample->tid, NULL, NULL);
            return;
        }
        signal = signal_to_deliver(&reason, &ignored);
        caught = signal != 0 && is_caught(look, signal);
        if (caught)
            sample_set_registers(sample->tid, registers);
        repeats = signal != 0 && !caught;
    }
    ptrace(PTRACE_DETACH, sample->tid, NULL, (void *)(intptr_t)signal);
}

static enum sample_status explain_end(const struct look *look, const struct thread_sample *sample,
                                      struct error *error)
{
    if (sample->tid == look->pid)
        error_set(error, ERROR_FAILED, "process %ld has ended", (long)look->pid);
    else
        error_set(error, ERROR_FAILED, "thread %ld of process %ld has ended", (long)sample->tid,
                  (long)look->pid);
    return SAMPLE_ENDED;
}

static enum sample_status explain_no_stop(const struct look *look,
                                          const struct thread_sample *sample, struct error *error)
{
    char state = refusal_state(sample->tid);
    if (sample_is_gone(state))
        return explain_end(look, sample, error);
    error_set(error, ERROR_FAILED, "thread %ld of process %ld does not stop within %g s%s",
              (long)sample->tid, (long)look->pid, look->limits.seconds,
              state == 'D' ? ": it waits in the kernel and cannot be interrupted, such as for a "
                             "file server that does not answer"
                           : "");
    return SAMPLE_STUCK;
}

static enum sample_status explain_copy(const struct look *look, const struct thread_sample *sample,
                                       int reason, struct error *error)
{
    if (reason == ESRCH) /* killed */
        return explain_end(look, sample, error);
    if (reason == ENOEXEC)
        error_set(error, ERROR_FAILED,
                  "process %ld runs a program for another architecture than this one",
                  (long)look->pid);
    else
        error_set(error, ERROR_FAILED, "cannot read the registers of thread %ld: %s",
                  (long)sample->tid, strerror(reason));
    return SAMPLE_FAILED;
}

static enum sample_status stop_and_copy(struct look *look, struct thread_sample *sample,
                                        struct error *error)
{
    siginfo_t reason;
    double since;
    struct user_regs_struct registers;
    if (ptrace(PTRACE_SEIZE, sample->tid, NULL, (void *)PTRACE_O_TRACESYSGOOD) != 0)
        return refusal_explain(look->pid, sample->tid, errno, error);
    ptrace(PTRACE_INTERRUPT, sample->tid, NULL, NULL);
    if (!wait_for_stop(sample->tid, look->limits.seconds, &reason, &since))
        return explain_no_stop(look, sample, error);
    bool copied = copy_thread(look, sample, &registers);
    int why_not = errno;
    int deliver = signal_to_deliver(&reason, &sample->stop_signal);
    if (copied && sample->stop_signal == 0)
        let_continue(look, sample, &registers, deliver);
    else
        ptrace(PTRACE_DETACH, sample->tid, NULL, (void *)(intptr_t)deliver);
    sample->stopped_us = (clock_seconds() - since) * 1e6;
    return copied ? SAMPLE_TAKEN : explain_copy(look, sample, why_not, error);
}

static enum sample_status take_sample(struct look *look, struct thread_sample *sample,
                                      struct error *error)
{
    if (!copy_waiting_thread(look, sample)) {
        enum sample_status status = stop_and_copy(look, sample, error);
        if (status != SAMPLE_TAKEN)
            return status;
    }
    unsigned char *bytes = arena_alloc(look->arena, sample->input.size);
    memcpy(bytes, look->buffer, sample->input.size);
    sample->input.bytes = bytes;
    return SAMPLE_TAKEN;
}

static void sample_read_name(pid_t pid, struct thread_sample *sample)
{
    char path[64], *name;
    struct error ignored;
    snprintf(path, sizeof path, "/proc/%ld/task/%ld/comm", (long)pid, (long)sample->tid);
    sample->name[0] = '\0';
    if (file_read(path, sizeof sample->name - 1, &name, NULL, &ignored) != 0)
        return;
    snprintf(sample->name, sizeof sample->name, "%.*s", (int)strcspn(name, "\n"), name);
    free(name);
}

static void *sample_look_at_all(void *argument)
{
    struct look *look = argument;
    bool explained = false;
    prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL); /* naps as short as they are meant to be */
    for (size_t i = 0; i < look->count; i++) {
        struct thread_sample *sample = &look->samples[i];
        struct error error;
        sample_read_name(look->pid, sample);
        sample->status = take_sample(look, sample, &error);
        if (sample->status == SAMPLE_TAKEN || explained)
            continue;
        look->error = error;
        explained = true;
    }
    return NULL;
}

/* Waits until the kernel has released the traced threads, which happens a moment after the end of
 * the look's thread. */
static void wait_for_release(const struct look *look)
{
    enum { TRIES = 100 };
    const struct timespec nap = {0, 100000};
    for (size_t i = 0; i < look->count; i++)
        for (int try = 0; (look->holds || look->samples[i].status == SAMPLE_STUCK) && try < TRIES &&
                          refusal_tracer(look->samples[i].tid) != 0;
             try++)
            nanosleep(&nap, NULL);
}

static int look_from_thread(struct look *look, struct error *error)
{
    pthread_t thread;
    sigset_t all, before;
    if (look->limits.stack_bytes > SAMPLE_STACK_MAX)
        look->limits.stack_bytes = SAMPLE_STACK_MAX;
    look->buffer = memory_alloc(look->limits.stack_bytes);
    memset(look->buffer, 0, look->limits.stack_bytes); /* allocates its pages now */
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    errno = pthread_create(&thread, NULL, sample_look_at_all, look);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    int status = errno ? error_errno(error, "cannot start a thread") : 0;
    if (status == 0) {
        pthread_join(thread, NULL);
        wait_for_release(look);
    }
    free(look->buffer);
    return status;
}

/* Returns whether the thread belongs to the process. The number may come from memory that the
 * program can overwrite. */
static bool is_thread_of(pid_t pid, pid_t tid)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%ld/task/%ld", (long)pid, (long)tid);
    return access(path, F_OK) == 0;
}

enum sample_status sample_thread(pid_t pid, pid_t tid, const struct sample_limits *limits,
                                 struct arena *arena, struct thread_sample *sample,
                                 struct error *error)
{
    struct thread_sample taken = {.tid = tid};
    struct look look = {.pid = pid,
                        .limits = limits ? *limits : sample_limits_default,
                        .arena = arena,
                        .samples = &taken,
                        .count = 1};
    if (!is_thread_of(pid, tid))
        return refusal_explain(pid, tid, ESRCH, error);
    if (look_from_thread(&look, error) != 0)
        return SAMPLE_FAILED;
    *sample = taken;
    if (taken.status != SAMPLE_TAKEN)
        *error = look.error;
    return taken.status;
}

static int compare_threads(const void *a, const void *b)
{
    const struct thread_sample *left = a, *right = b;
    return (left->tid > right->tid) - (left->tid < right->tid);
}

/* Lists the main thread first, even if it has ended and others have not, then the others by
 * number. */
static void sample_list_threads(struct look *look)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%ld/task", (long)look->pid);
    arena_push(look->arena, look->samples, look->count)->tid = look->pid;
    DIR *directory = opendir(path);
    if (!directory)
        return;
    for (const struct dirent *entry; (entry = readdir(directory));) {
        pid_t tid = (pid_t)strtol(entry->d_name, NULL, 10);
        if (isdigit((unsigned char)entry->d_name[0]) && tid != look->pid)
            arena_push(look->arena, look->samples, look->count)->tid = tid;
    }
    closedir(directory);
    qsort(look->samples + 1, look->count - 1, sizeof *look->samples, compare_threads);
}

enum sample_status sample_process(pid_t pid, const struct sample_limits *limits,
                                  struct arena *arena, struct process_sample *sample,
                                  struct error *error)
{
    struct look look = {
        .pid = pid, .limits = limits ? *limits : sample_limits_default, .arena = arena};
    sample_list_threads(&look);
    if (look_from_thread(&look, error) != 0)
        return SAMPLE_FAILED;
    bool taken = false;
    size_t kept = 0;
    for (size_t i = 0; i < look.count; i++) {
        taken = taken || look.samples[i].status == SAMPLE_TAKEN;
        if (i == 0 || look.samples[i].status != SAMPLE_ENDED)
            look.samples[kept++] = look.samples[i];
    }
    if (!taken) {
        *error = look.error;
        return look.samples[0].status;
    }
    *sample = (struct process_sample){look.samples, kept};
    return SAMPLE_TAKEN;
}

#include "scale/trial/report.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

/* The state is global: the trial is one program with one slot, and a signal handler must find it.
 */
static struct {
    int file;
    off_t place;
    struct trial_slot slot;
    pthread_mutex_t lock;
    char stack[64 * 1024]; /* for the handler: the ordinary stack may be damaged */
} report = {.file = -1, .lock = PTHREAD_MUTEX_INITIALIZER};

static void write_slot(void)
{
    if (pwrite(report.file, &report.slot, sizeof report.slot, report.place) < 0)
        return; /* full disk: the command sees no progress, and reports that */
}

/* Returns RssAnon of this process: its buffers and the library's, without the shared window. */
static uint64_t anonymous_bytes(void)
{
    char text[4096];
    int file = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
    ssize_t got = file >= 0 ? read(file, text, sizeof text - 1) : 0;
    if (file >= 0)
        close(file);
    text[got > 0 ? got : 0] = 0;
    const char *line = strstr(text, "RssAnon:");
    return line ? strtoull(line + strlen("RssAnon:"), NULL, 10) * 1024 : 0;
}

static void *trial_beat(void *unused)
{
    const struct timespec pause = {.tv_nsec = TRIAL_BEAT_MILLISECONDS * 1000000L};
    for (;;) {
        struct rusage usage;
        uint64_t anonymous = anonymous_bytes();
        getrusage(RUSAGE_SELF, &usage);
        pthread_mutex_lock(&report.lock);
        report.slot.beats++;
        report.slot.faults = (uint64_t)usage.ru_minflt + (uint64_t)usage.ru_majflt;
        report.slot.anonymous = anonymous;
        write_slot();
        pthread_mutex_unlock(&report.lock);
        nanosleep(&pause, NULL);
    }
    return unused;
}

static size_t report_add_text(char *out, size_t at, const char *text)
{
    while (*text && at < TRIAL_DETAIL_MAX - 1)
        out[at++] = *text++;
    out[at] = 0;
    return at;
}

static size_t add_hexadecimal(char *out, size_t at, uintptr_t value)
{
    char digits[2 * sizeof value + 1] = "";
    size_t i = sizeof digits - 1;
    do
        digits[--i] = "0123456789abcdef"[value & 15];
    while (value >>= 4);
    return report_add_text(out, at, digits + i);
}

/* Handles a crash. Does not take the lock: its holder may be the thread that crashed. */
static void trial_crash(int number, siginfo_t *info, void *context)
{
    (void)context;
    if (report.slot.outcome == TRIAL_RUNNING) {
        char *detail = report.slot.detail;
        size_t at = report_add_text(detail, 0,
                                    number == SIGSEGV  ? "segmentation fault at 0x"
                                    : number == SIGBUS ? "bus error at 0x"
                                    : number == SIGFPE ? "arithmetic fault at 0x"
                                    : number == SIGILL ? "illegal instruction at 0x"
                                                       : "aborted by the library");
        if (number != SIGABRT)
            add_hexadecimal(detail, at, (uintptr_t)info->si_addr);
        report.slot.outcome = TRIAL_CRASH;
        write_slot();
    }
    signal(number, SIG_DFL);
    raise(number);
}

static void catch_signals(void)
{
    static const int numbers[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    const stack_t stack = {.ss_sp = report.stack, .ss_size = sizeof report.stack};
    struct sigaction action = {.sa_sigaction = trial_crash,
                               .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    sigaltstack(&stack, NULL);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        sigaction(numbers[i], &action, NULL);
}

bool report_open(const char *path, int rank)
{
    pthread_t thread;
    report.file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    report.place = (off_t)rank * TRIAL_SLOT_BYTES;
    report.slot.alive = 1;
    if (report.file < 0)
        return false;
    catch_signals();
    return pthread_create(&thread, NULL, trial_beat, NULL) == 0 && pthread_detach(thread) == 0;
}

void report_point(uint32_t point)
{
    pthread_mutex_lock(&report.lock);
    report.slot.point = point;
    write_slot();
    pthread_mutex_unlock(&report.lock);
}

void report_end(enum trial_outcome outcome, const char *format, ...)
{
    va_list arguments;
    pthread_mutex_lock(&report.lock);
    if (report.slot.outcome == TRIAL_RUNNING) {
        va_start(arguments, format);
        vsnprintf(report.slot.detail, sizeof report.slot.detail, format, arguments);
        va_end(arguments);
        report.slot.outcome = outcome;
        write_slot();
    }
    pthread_mutex_unlock(&report.lock);
}

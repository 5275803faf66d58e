#include "runtime/world/rank/ending.h"

#include "runtime/next.h"

#include <dlfcn.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

static const int watched[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGSYS, SIGABRT, SIGXFSZ};
enum { WATCHED = sizeof watched / sizeof *watched, HANDLER_STACK = 64 * 1024 };

static struct sigaction before[WATCHED]; /* actions to take after a signal was recorded */

/* Returns the block of this rank; NULL in a process that is no rank, such as a child that the rank
 * forked. */
static struct world_rank *own_block(void)
{
    if (!world || world_rank < 0 || world->rank[world_rank].process != getpid())
        return NULL;
    return &world->rank[world_rank];
}

/* Returns the record for a process in which MPI_Init was not called yet; else NULL. */
static struct world_end *early_end(void)
{
    return world && world_rank < 0 && atomic_load(&world->first) == 0 ? &world->early : NULL;
}

/* Waits until the command has inspected this process, at most 2 s: once it is gone nobody can. */
static void await_look(void)
{
    const struct timespec patience = {.tv_sec = 2};
    atomic_store(&world->crashed, getpid());
    if (!atomic_load(&world->looked))
        syscall(SYS_futex, &world->looked, FUTEX_WAIT, 0, &patience, NULL, 0);
}

/* Records a stack. Its addresses are return addresses, which follow the call. For a signal, `from`
 * is the address of the instruction itself; adding 1 makes it comparable. */
static void say_stack(uint64_t *stack, uint64_t from, bool struck)
{
    rank_stack(stack, from);
    stack[0] = from + struck;
}

/* Records the end. Kind and place come first, since unwinding may crash where the stack is
 * broken. */
static void ending_say(struct world_end *end, enum end_kind kind, int code, uint64_t from,
                       bool struck)
{
    end->code = code;
    end->stack[0] = from + struck;
    end->stack[1] = 0;
    atomic_store(&end->kind, kind);
    say_stack(end->stack, from, struck);
}

/* Returns whether a handler of a watched signal runs: its signal is blocked meanwhile. */
static bool handles_crash(void)
{
    sigset_t blocked;
    bool handles = false;
    if (sigprocmask(SIG_BLOCK, NULL, &blocked) != 0)
        return false;
    for (size_t i = 0; i < WATCHED; i++)
        handles = handles || sigismember(&blocked, watched[i]) == 1;
    return handles;
}

static void say_exit(int status, const void *site)
{
    struct world_rank *block = own_block();
    /* exit() runs handlers, which may call _exit(): the first call counts. */
    if (!block || atomic_load(&block->end.kind) == END_EXIT)
        return;
    block->end.handling = handles_crash();
    ending_say(&block->end, END_EXIT, status, (uint64_t)(uintptr_t)site, false);
}

static uint64_t ending_place_of(const void *context)
{
    const ucontext_t *machine = context;
#if defined __x86_64__
    return (uint64_t)machine->uc_mcontext.gregs[REG_RIP];
#elif defined __aarch64__
    return machine->uc_mcontext.pc;
#else
#error "where does this machine keep the program counter?"
#endif
}

/* Returns whether the signal is a division by zero. The processor reports a quotient that does not
 * fit (INT_MIN / -1) in the same way; the dividend tells them apart. INT_MIN / 0 counts as a plain
 * signal. */
static bool is_division_by_zero(const siginfo_t *info, const void *context)
{
    if (info->si_signo != SIGFPE || info->si_code != FPE_INTDIV)
        return false;
#if defined __x86_64__
    const ucontext_t *machine = context;
    uint64_t low = (uint64_t)machine->uc_mcontext.gregs[REG_RAX];
    uint64_t high = (uint64_t)machine->uc_mcontext.gregs[REG_RDX];
    bool least_int = (uint32_t)low == 1U << 31 && (uint32_t)high == UINT32_MAX;
    bool least_long = low == 1ULL << 63 && high == UINT64_MAX;
    return !least_int && !least_long;
#else
    (void)context;
    return true;
#endif
}

/* Tells the scheduler where this rank computes, when its time is up. */
static _Noreturn void answer_and_rest(struct world_rank *block, uint64_t place)
{
    say_stack(block->lane[0].stack, place, true);
    atomic_store(&block->lane[0].stack_wanted, 2);
    rank_ring();
    for (;;)
        pause(); /* the command ends it */
}

static void handle_crash(int signal, siginfo_t *info, void *context)
{
    struct world_rank *block = own_block();
    uint64_t place = ending_place_of(context);
    if (block && signal == SIGABRT && atomic_load(&block->lane[0].stack_wanted) == 1)
        answer_and_rest(block, place);
    struct world_end *end = block ? &block->end : early_end();
    if (end && !(signal == SIGABRT && atomic_load(&end->kind) == END_ASSERT)) {
        bool division = is_division_by_zero(info, context);
        ending_say(end, division ? END_DIVISION : END_SIGNAL, signal, place, true);
    }
    if (!block && end)
        await_look();
    for (size_t i = 0; i < WATCHED; i++)
        if (watched[i] == signal)
            sigaction(signal, &before[i], NULL);
    /* A fault recurs at its instruction; a signal that was sent must be sent again. */
    if (info->si_code <= 0)
        syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), signal);
}

/* Returns whether the handler is one that every such program has: that of Fortran's runtime, which
 * prints a stack and passes the signal on, or that of the MPI library. */
static bool is_of_runtime(const struct sigaction *action)
{
    static const char *const runtimes[] = {"libgfortran", "libopen-pal", "libucs."};
    Dl_info information;
    void *handler = action->sa_flags & SA_SIGINFO ? (void *)(uintptr_t)action->sa_sigaction
                                                  : (void *)(uintptr_t)action->sa_handler;
    if (!dladdr(handler, &information) || !information.dli_fname)
        return false;
    for (size_t i = 0; i < sizeof runtimes / sizeof *runtimes; i++)
        if (strstr(information.dli_fname, runtimes[i]))
            return true;
    return false;
}

void ending_watch(void)
{
    static char stack[HANDLER_STACK];
    stack_t alternate;
    if (sigaltstack(NULL, &alternate) == 0 && (alternate.ss_flags & SS_DISABLE))
        sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL);
    struct sigaction action = {.sa_sigaction = handle_crash, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < WATCHED; i++) {
        struct sigaction now;
        sigaction(watched[i], NULL, &now);
        if ((now.sa_flags & SA_SIGINFO) && now.sa_sigaction == handle_crash)
            continue;
        before[i] = now;
        bool none = !(before[i].sa_flags & SA_SIGINFO) && before[i].sa_handler == SIG_DFL;
        bool ignored = !(before[i].sa_flags & SA_SIGINFO) && before[i].sa_handler == SIG_IGN;
        if (none || (!ignored && is_of_runtime(&before[i])))
            sigaction(watched[i], &action, NULL);
    }
}

void ending_abort(const struct world_call *at, int code)
{
    struct world_rank *block = own_block();
    if (block) {
        block->end.handling = handles_crash();
        ending_say(&block->end, END_ABORT, code, world_site_address((uintptr_t)at->site), false);
    }
    NEXT(_exit)(code & 0xff ? code : EXIT_FAILURE);
    __builtin_unreachable();
}

#define EXPORTED __attribute__((visibility("default")))

EXPORTED void exit(int status)
{
    say_exit(status, __builtin_return_address(0));
    NEXT(exit)(status);
    __builtin_unreachable();
}

EXPORTED void _exit(int status)
{
    say_exit(status, __builtin_return_address(0));
    NEXT(_exit)(status);
    __builtin_unreachable();
}

EXPORTED void _Exit(int status)
{
    say_exit(status, __builtin_return_address(0));
    NEXT(_Exit)(status);
    __builtin_unreachable();
}

EXPORTED void quick_exit(int status)
{
    say_exit(status, __builtin_return_address(0));
    NEXT(quick_exit)(status);
    __builtin_unreachable();
}

/* NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c): of glibc, what assert() calls. */
void __assert_fail(const char *condition, const char *file, unsigned line, const char *function)
    __attribute__((noreturn));

EXPORTED void __assert_fail(const char *condition, const char *file, unsigned line,
                            const char *function)
{
    struct world_rank *block = own_block();
    struct world_end *end = block ? &block->end : early_end();
    if (end) {
        strncpy(end->text, condition, WORLD_TEXT - 1);
        ending_say(end, END_ASSERT, SIGABRT, (uint64_t)(uintptr_t)__builtin_return_address(0),
                   false);
    }
    NEXT(__assert_fail)(condition, file, line, function);
    __builtin_unreachable();
}
/* NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c) */

#include "runtime/world/rewind/effects.h"

#include "runtime/world/rank/reopen.h"
#include "runtime/world/rewind/gate.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <termios.h>
#include <ucontext.h>
#include <unistd.h>

#if GATE_IS_THERE

#ifndef PR_SET_SYSCALL_USER_DISPATCH
#define PR_SET_SYSCALL_USER_DISPATCH 59
#define PR_SYS_DISPATCH_ON           1
#endif

/* Values of the selector; si_code of a SIGSYS of dispatch. */
enum { LET_THROUGH = 0, NOTE = 1, DISPATCHED = 2 };
enum { PAGE = 4096 };

static struct effects *watched;
static struct sigaction before; /* of SIGSYS */

static uint64_t effects_bit_of(int signal)
{
    return 1ULL << (signal - 1);
}

static bool is_new_descriptor(const struct effects *effects, long descriptor)
{
    return descriptor >= 0 && descriptor < EFFECTS_DESCRIPTORS &&
           (effects->descriptors[descriptor / 64] >> descriptor % 64 & 1);
}

static void effects_lose(struct effects *effects)
{
    effects->lost = true;
    effects->selector = LET_THROUGH;
}

static void effects_opened(struct effects *effects, long descriptor)
{
    if (descriptor >= EFFECTS_DESCRIPTORS)
        effects_lose(effects);
    else if (descriptor >= 0)
        effects->descriptors[descriptor / 64] |= 1ULL << descriptor % 64;
}

static uint64_t page_up(uint64_t bytes)
{
    return (bytes + PAGE - 1) / PAGE * PAGE;
}

/* Returns the index of the new mapping that holds the whole range; -1: none. */
static int find_mapping(const struct effects *effects, uint64_t start, uint64_t bytes)
{
    for (int i = 0; i < effects->mapping_count; i++)
        if (start >= effects->mappings[i].start &&
            start + page_up(bytes) <= effects->mappings[i].end)
            return i;
    return -1;
}

static void effects_add_mapping(struct effects *effects, uint64_t start, uint64_t end)
{
    if (start >= end)
        return;
    if (effects->mapping_count == EFFECTS_MAPPINGS) {
        effects_lose(effects);
        return;
    }
    effects->mappings[effects->mapping_count].start = start;
    effects->mappings[effects->mapping_count++].end = end;
}

/* Removes the range from the mapping; the rest of it stays. */
static void cut_mapping(struct effects *effects, int which, uint64_t start, uint64_t bytes)
{
    uint64_t first = effects->mappings[which].start, last = effects->mappings[which].end;
    effects->mappings[which] = effects->mappings[--effects->mapping_count];
    effects_add_mapping(effects, first, start);
    effects_add_mapping(effects, start + page_up(bytes), last);
}

/* A system call of the rank. Either it is made here, or the rank is lost. */
struct effects_call {
    long number, arguments[6], result;
    ucontext_t *context;
};

static bool is_error(long result)
{
    return result < 0 && result >= -4095;
}

static bool effects_pass(struct effects_call *call)
{
    const long *a = call->arguments;
    call->result = gate_call(call->number, a[0], a[1], a[2], a[3], a[4], a[5]);
    return true;
}

static bool effects_map(struct effects *effects, struct effects_call *call)
{
    const long *a = call->arguments;
    if (a[3] & (MAP_FIXED | MAP_FIXED_NOREPLACE | MAP_GROWSDOWN))
        return false;
    effects_pass(call);
    if (!is_error(call->result))
        effects_add_mapping(effects, (uint64_t)call->result,
                            (uint64_t)call->result + page_up((uint64_t)a[1]));
    return true;
}

static bool effects_unmap(struct effects *effects, struct effects_call *call)
{
    uint64_t start = (uint64_t)call->arguments[0], bytes = (uint64_t)call->arguments[1];
    int which = find_mapping(effects, start, bytes);
    if (which < 0)
        return false;
    effects_pass(call);
    if (!is_error(call->result))
        cut_mapping(effects, which, start, bytes);
    return true;
}

static bool effects_remap(struct effects *effects, struct effects_call *call)
{
    uint64_t start = (uint64_t)call->arguments[0], old = (uint64_t)call->arguments[1];
    int which = find_mapping(effects, start, old);
    if (which < 0 || (call->arguments[3] & ~MREMAP_MAYMOVE))
        return false;
    effects_pass(call);
    if (is_error(call->result))
        return true;
    cut_mapping(effects, which, start, old);
    effects_add_mapping(effects, (uint64_t)call->result,
                        (uint64_t)call->result + page_up((uint64_t)call->arguments[2]));
    return true;
}

static bool effects_advise(struct effects *effects, struct effects_call *call)
{
    switch (call->arguments[2]) {
    case MADV_NORMAL:
    case MADV_RANDOM:
    case MADV_SEQUENTIAL:
    case MADV_WILLNEED:
        return effects_pass(call);
    case MADV_DONTNEED:
    case MADV_FREE:
        effects->dropped = true;
        return effects_pass(call);
    default:
        return false;
    }
}

static bool control_descriptor(struct effects *effects, struct effects_call *call)
{
    switch (call->arguments[1]) {
    case F_GETFD:
    case F_GETFL:
    case F_GETLK:
        return effects_pass(call);
    case F_SETFD:
    case F_SETFL:
    case F_SETLK:
    case F_SETLKW:
        return is_new_descriptor(effects, call->arguments[0]) && effects_pass(call);
    default:
        return false;
    }
}

/* Changes the signal mask that the handler returns to. SIGSYS stays unblocked: otherwise the next
 * call would end the process. */
static bool mask_signals(struct effects_call *call)
{
    const uint64_t *wanted = (const uint64_t *)call->arguments[1];
    uint64_t *old = (uint64_t *)call->arguments[2];
    uint64_t *mask = (uint64_t *)&call->context->uc_sigmask, given = *mask;
    call->result = 0;
    if (call->arguments[3] != sizeof *mask)
        return false;
    if (wanted && call->arguments[0] == SIG_BLOCK)
        *mask |= *wanted;
    else if (wanted && call->arguments[0] == SIG_UNBLOCK)
        *mask &= ~*wanted;
    else if (wanted && call->arguments[0] == SIG_SETMASK)
        *mask = *wanted;
    else if (wanted)
        call->result = -EINVAL;
    *mask &= ~effects_bit_of(SIGSYS);
    if (old)
        *old = given;
    return true;
}

static bool close_descriptor(struct effects *effects, struct effects_call *call)
{
    long descriptor = call->arguments[0];
    if (!is_new_descriptor(effects, descriptor))
        return false;
    effects->descriptors[descriptor / 64] &= ~(1ULL << descriptor % 64);
    return effects_pass(call);
}

/* Returns whether the call leaves the process unchanged, whatever it does outside. */
static bool effects_is_harmless(long number)
{
    switch (number) {
    case SYS_read:
    case SYS_write:
    case SYS_pread64:
    case SYS_pwrite64:
    case SYS_readv:
    case SYS_writev:
    case SYS_preadv:
    case SYS_pwritev:
    case SYS_lseek:
    case SYS_stat:
    case SYS_fstat:
    case SYS_lstat:
    case SYS_newfstatat:
    case SYS_statx:
    case SYS_statfs:
    case SYS_fstatfs:
    case SYS_access:
    case SYS_faccessat:
    case SYS_faccessat2:
    case SYS_readlink:
    case SYS_readlinkat:
    case SYS_getdents64:
    case SYS_getcwd:
    case SYS_fsync:
    case SYS_fdatasync:
    case SYS_ftruncate:
    case SYS_truncate:
    case SYS_fallocate:
    case SYS_fadvise64:
    case SYS_unlink:
    case SYS_unlinkat:
    case SYS_rename:
    case SYS_renameat:
    case SYS_renameat2:
    case SYS_mkdir:
    case SYS_mkdirat:
    case SYS_rmdir:
    case SYS_chmod:
    case SYS_poll:
    case SYS_ppoll:
    case SYS_select:
    case SYS_pselect6:
    case SYS_futex:
    case SYS_sched_yield:
    case SYS_nanosleep:
    case SYS_clock_nanosleep:
    case SYS_clock_gettime:
    case SYS_clock_getres:
    case SYS_gettimeofday:
    case SYS_time:
    case SYS_times:
    case SYS_getrusage:
    case SYS_getpid:
    case SYS_gettid:
    case SYS_getppid:
    case SYS_getpgrp:
    case SYS_getuid:
    case SYS_geteuid:
    case SYS_getgid:
    case SYS_getegid:
    case SYS_uname:
    case SYS_sysinfo:
    case SYS_getcpu:
    case SYS_getrandom:
    case SYS_getrlimit:
    case SYS_sched_getaffinity:
    case SYS_mincore:
    case SYS_msync:
        return true;
    default:
        return false;
    }
}

/* Returns whether such a call moves the position in a file. */
static bool is_about_descriptor(long number)
{
    return number == SYS_read || number == SYS_readv || number == SYS_write ||
           number == SYS_writev || number == SYS_lseek || number == SYS_getdents64;
}

/* Makes the call and records its effects; false: they cannot be undone. */
static bool effects_take(struct effects *effects, struct effects_call *call)
{
    const long *a = call->arguments;
    if (effects_is_harmless(call->number)) {
        if (is_about_descriptor(call->number))
            effects->moved_files = effects->moved_files || files_have(a[0]);
        return effects_pass(call);
    }
    switch (call->number) {
    case SYS_brk:
        effects->moved_top = effects->moved_top || a[0] != 0;
        return effects_pass(call);
    case SYS_mmap:
        return effects_map(effects, call);
    case SYS_munmap:
        return effects_unmap(effects, call);
    case SYS_mremap:
        return effects_remap(effects, call);
    case SYS_mprotect:
        return find_mapping(effects, (uint64_t)a[0], (uint64_t)a[1]) >= 0 && effects_pass(call);
    case SYS_madvise:
        return effects_advise(effects, call);
    case SYS_open:
    case SYS_openat:
    case SYS_creat:
        effects_pass(call);
        effects_opened(effects, call->result);
        return true;
    case SYS_close:
        return close_descriptor(effects, call);
    case SYS_fcntl:
        return control_descriptor(effects, call);
    case SYS_ioctl:
        return (a[1] == TCGETS || a[1] == TIOCGWINSZ) && effects_pass(call);
    case SYS_prlimit64:
        return a[2] == 0 && effects_pass(call);
    case SYS_rt_sigaction:
        return a[1] == 0 && effects_pass(call);
    case SYS_rt_sigprocmask:
        effects->masked = true;
        return mask_signals(call);
    default:
        return false;
    }
}

/* Passes on a SIGSYS that does not come from dispatch. */
static void effects_give_up(int signal)
{
    sigaction(signal, &before, NULL);
    syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), signal);
}

static void notice_call(int signal, siginfo_t *info, void *data)
{
    struct effects *effects = watched;
    ucontext_t *context = data;
    greg_t *registers = context->uc_mcontext.gregs;
    if (info->si_code != DISPATCHED || !effects) {
        effects_give_up(signal);
        return;
    }
    struct effects_call call = {.number = info->si_syscall,
                                .arguments = {registers[REG_RDI], registers[REG_RSI],
                                              registers[REG_RDX], registers[REG_R10],
                                              registers[REG_R8], registers[REG_R9]},
                                .context = context};
    effects->masked = effects->masked || call.number == SYS_exit_group; /* exited() does not
                                                                           return here */
    if (call.number == SYS_exit_group)
        effects->exited((int)call.arguments[0]);
    if (effects_take(effects, &call)) {
        registers[REG_RAX] = call.result;
        return;
    }
    /* Repeats the instruction unwatched: a call such as clone() must not return inside the
     * handler. */
    effects_lose(effects);
    registers[REG_RAX] = call.number;
    registers[REG_RIP] -= 2;
}

/* The kernel's own form, with a return through the gate, which is not watched. */
struct kernel_action {
    void (*handler)(int signal, siginfo_t *info, void *context);
    uint64_t flags;
    void (*restorer)(void);
    uint64_t mask;
};

bool effects_prepare(struct effects *effects, void (*exited)(int status))
{
    enum { RESTORER = 0x04000000 };
    sigset_t mask;
    effects->exited = exited;
    effects->selector = LET_THROUGH;
    effects->top = (uint64_t)sbrk(0);
    sigprocmask(SIG_SETMASK, NULL, &mask);
    effects->mask = *(const uint64_t *)&mask;
    if (effects->mask & effects_bit_of(SIGSYS))
        return false;
    if (prctl(PR_SET_SYSCALL_USER_DISPATCH, PR_SYS_DISPATCH_ON, gate_start,
              (uintptr_t)gate_end - (uintptr_t)gate_start, &effects->selector) != 0)
        return false;
    struct kernel_action action = {.handler = notice_call,
                                   .flags = SA_SIGINFO | SA_ONSTACK | RESTORER,
                                   .restorer = gate_return};
    sigaction(SIGSYS, NULL, &before);
    GATE(SYS_rt_sigaction, SIGSYS, &action, 0, sizeof action.mask);
    watched = effects;
    return true;
}

void effects_watch(struct effects *effects)
{
    effects->selector = NOTE;
}

bool effects_none(const struct effects *effects)
{
    for (int i = 0; i < EFFECTS_DESCRIPTORS / 64; i++)
        if (effects->descriptors[i])
            return false;
    return !effects->lost && effects->mapping_count == 0 && !effects->moved_top &&
           !effects->moved_files && !effects->masked;
}

bool effects_undo(struct effects *effects)
{
    bool dropped = effects->dropped || effects->moved_top;
    effects->selector = LET_THROUGH;
    for (int i = 0; i < effects->mapping_count; i++)
        GATE(SYS_munmap, effects->mappings[i].start,
             effects->mappings[i].end - effects->mappings[i].start);
    effects->mapping_count = 0;
    for (int i = 0; i < EFFECTS_DESCRIPTORS / 64; i++)
        for (; effects->descriptors[i]; effects->descriptors[i] &= effects->descriptors[i] - 1)
            GATE(SYS_close, i * 64 + __builtin_ctzll(effects->descriptors[i]));
    if (effects->moved_top)
        GATE(SYS_brk, effects->top);
    if (effects->moved_files)
        files_go_back();
    if (effects->masked)
        GATE(SYS_rt_sigprocmask, SIG_SETMASK, &effects->mask, 0, sizeof effects->mask);
    effects->moved_top = effects->moved_files = effects->masked = effects->dropped = false;
    return dropped;
}

#endif

/* sample.h: a look at the threads of a process that runs, from outside.
 *
 * A thread is stopped by ptrace, its registers and a piece of its stack are copied, and it goes on;
 * symbol/unwind.h finds the frames afterwards. Nothing that happens to the thread gets lost: a
 * signal that arrives meanwhile is delivered, and a process that was stopped (SIGSTOP) stays so.
 * What cannot be helped: a system call that the kernel does not start again by itself after a stop
 * (epoll_wait, semtimedop, sigtimedwait; signal(7)) returns EINTR.
 *
 * Exit states are left to the parents of the processes: no wait() is called here, and the caller
 * may wait for any process meanwhile, in other threads too. Signals of the caller are not used.
 *
 * The threads of a process are looked at one after the other.
 */
#ifndef TUTTI_WATCH_SAMPLE_SAMPLE_H
#define TUTTI_WATCH_SAMPLE_SAMPLE_H

#include "base/error.h"
#include "base/memory.h"
#include "symbol/unwind.h"

#include <sys/types.h>

struct sample_limits {
    size_t stack_bytes; /* to copy, from the stack pointer on; at most SAMPLE_STACK_MAX */
    double seconds;     /* to wait until a thread stops */
};

enum {
    SAMPLE_STACK_DEFAULT = 64 << 10,
    SAMPLE_STACK_MAX = 4 << 20,
};

/* Those for NULL: SAMPLE_STACK_DEFAULT and one second. */
extern const struct sample_limits sample_limits_default;

enum sample_status {
    SAMPLE_TAKEN,
    SAMPLE_ENDED,   /* there is no such process or thread, or no more: nobody's fault */
    SAMPLE_REFUSED, /* the kernel does not permit it; the sentence says what to set */
    SAMPLE_TRACED,  /* a debugger has it */
    SAMPLE_STUCK,   /* it does not stop: it waits in the kernel for what does not come */
    SAMPLE_FAILED,  /* anything else */
};

struct thread_sample {
    pid_t tid;
    char name[32]; /* as the thread called itself; "" if not known */
    enum sample_status status;
    /* The rest is set if status is SAMPLE_TAKEN. */
    int stop_signal;           /* by which the whole process was stopped already; 0: it was not */
    double stopped_us;         /* for how long at most it did not run because of this */
    struct unwind_input input; /* its bytes live in the arena */
};

struct process_sample {
    struct thread_sample *threads; /* in the arena: the main thread, then by number */
    size_t count;
};

/* One thread of a process; the main one has the number of the process. Unless the status returned
 * is SAMPLE_TAKEN, the error says in a sentence why. */
enum sample_status sample_thread(pid_t pid, pid_t tid, const struct sample_limits *limits,
                                 struct arena *arena, struct thread_sample *sample,
                                 struct error *error);

/* All threads. SAMPLE_TAKEN if that is the status of one of them at least; those that ended
 * meanwhile are left out, but for the main thread. Otherwise the status of the main thread, and the
 * error says why. */
enum sample_status sample_process(pid_t pid, const struct sample_limits *limits,
                                  struct arena *arena, struct process_sample *sample,
                                  struct error *error);

#endif

/* sample.h: looks at the threads of a running process from outside.
 *
 * It stops a thread with ptrace, copies its registers and a part of its stack, and lets it
 * continue; symbol/unwind.h finds the frames afterwards. The thread loses nothing: a signal that
 * arrives meanwhile is delivered, and a process that was stopped (SIGSTOP) stays stopped.
 *
 * A thread that waits in a system call which would fail after a stop (system_call.h) is not
 * stopped: its stack is copied while it waits. Only the stack pointer and the place are known of
 * its registers then, so frames may be missing at the outer end. A thread that begins such a call
 * just when it is stopped makes the call again.
 *
 * Exit states are left to the parents of the processes: this code never calls wait(), and the
 * caller may wait for any process meanwhile, in other threads, too. It does not use signals of the
 * caller.
 *
 * It looks at the threads of a process one after the other.
 */
#ifndef TUTTI_WATCH_SAMPLE_SAMPLE_H
#define TUTTI_WATCH_SAMPLE_SAMPLE_H

#include "base/error.h"
#include "base/memory.h"
#include "symbol/unwind.h"

#include <sys/types.h>

struct sample_limits {
    size_t stack_bytes; /* bytes to copy, from the stack pointer on; at most SAMPLE_STACK_MAX */
    double seconds;     /* limit on the wait until a thread stops */
};

enum {
    SAMPLE_STACK_DEFAULT = 64 << 10,
    SAMPLE_STACK_MAX = 4 << 20,
};

/* The limits that NULL stands for: SAMPLE_STACK_DEFAULT and one second. */
extern const struct sample_limits sample_limits_default;

enum sample_status {
    SAMPLE_TAKEN,
    SAMPLE_ENDED,   /* the process or thread does not exist, or has ended: no error */
    SAMPLE_REFUSED, /* the kernel does not permit it; the sentence says what to set */
    SAMPLE_TRACED,  /* a debugger has it */
    SAMPLE_STUCK,   /* it does not stop: it is blocked in the kernel */
    SAMPLE_FAILED,  /* anything else */
};

struct thread_sample {
    pid_t tid;
    char name[32]; /* the thread's own name; "" if not known */
    enum sample_status status;
    /* The rest is set if status is SAMPLE_TAKEN. */
    int stop_signal; /* the signal that had stopped the whole process already; 0: it was not stopped
                      */
    double stopped_us; /* upper bound of the time that it did not run because of this; 0: it was not
                          stopped */
    uint64_t turns; /* of a thread that was not stopped: how often it has given up its processor, or
                       lost it. As long as that stays the same, the thread is in the same call */
    struct unwind_input input; /* its bytes live in the arena */
};

struct process_sample {
    struct thread_sample *threads; /* in the arena: the main thread, then by number */
    size_t count;
};

/* Looks at one thread of a process; the main thread has the number of the process. Unless the
 * returned status is SAMPLE_TAKEN, the error is a sentence that says why. */
enum sample_status sample_thread(pid_t pid, pid_t tid, const struct sample_limits *limits,
                                 struct arena *arena, struct thread_sample *sample,
                                 struct error *error);

/* Looks at all threads. Returns SAMPLE_TAKEN if at least one of them has that status; threads that
 * ended meanwhile are left out, except the main thread. Otherwise returns the status of the main
 * thread, and the error says why. */
enum sample_status sample_process(pid_t pid, const struct sample_limits *limits,
                                  struct arena *arena, struct process_sample *sample,
                                  struct error *error);

#endif

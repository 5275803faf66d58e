/* system_call.h: the system call that a thread waits in, and what a stop would do to it.
 *
 * The kernel interrupts a wait to stop a thread. Afterwards it continues most calls as if nothing
 * had happened, but some fail with EINTR although no handler of a signal has run (signal(7),
 * "Interruption of system calls and library functions by stop signals"): epoll_wait, semop,
 * sigtimedwait, io_getevents, and calls of a socket that has a time limit. Programs may take that
 * for a fatal error. So a thread is stopped only in calls of which it is known that they continue.
 *
 * A thread may also begin such a call just when it is stopped. Then the call can be made again: it
 * has only begun.
 */
#ifndef TUTTI_WATCH_SAMPLE_SYSTEM_CALL_H
#define TUTTI_WATCH_SAMPLE_SYSTEM_CALL_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct user_regs_struct; /* <sys/user.h> */

struct system_call {
    long number; /* -1: none */
    uint64_t arguments[6];
    uint64_t stack_pointer, pc; /* of the thread */
};

/* Reads the call that the thread is in. Returns false if the thread runs, or if nobody can tell. */
bool system_call_read(pid_t pid, pid_t tid, struct system_call *call);

/* A wait of a thread in a system call: two that are equal are the same wait, and the memory of the
 * thread has not changed in between. */
struct system_call_wait {
    struct system_call call;
    uint64_t turns; /* how often the thread has given up its processor, or lost it */
};

/* Returns whether the thread waits in a system call and would be disturbed by a stop. */
bool system_call_must_wait(pid_t pid, pid_t tid, struct system_call_wait *wait);
bool system_call_still_waits(pid_t pid, pid_t tid, const struct system_call_wait *wait);

/* Returns whether the stop of a thread with these registers has interrupted such a call; then
 * changes the registers so that the thread makes the call again. */
bool system_call_repeat(pid_t pid, pid_t tid, struct user_regs_struct *registers);

#endif

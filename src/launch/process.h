/* process.h: runs a command with limits and leaves nothing behind.
 *
 * The child and all its descendants die with the command, even if the command is killed, unless
 * they are allowed to outlive it: a keeper process (keeper.h) between the two ensures this. A child
 * that may outlive the command also outlives the keeper; the command then waits for the child
 * itself. The command forwards SIGINT, SIGTERM, SIGHUP and SIGQUIT to the child. A second SIGINT
 * kills the child, and so does the end of the grace time after SIGTERM or SIGHUP, unless the child
 * may outlive the command. Signals that the command ignores (nohup) stay ignored.
 *
 * On request the command passes on the other signals that would end it (SIGUSR1, SIGALRM,
 * real-time ones), to the child alone; they do not count as interrupts. A child in a group of its
 * own also gets SIGTSTP, with which the command stops as well, and SIGCONT.
 *
 * Without a terminal, the child gets a process group of its own. With a terminal, it stays in the
 * command's group: then job control works as for any other command (the child may read the
 * terminal, Ctrl-Z stops and fg continues both, Ctrl-C reaches both). A group of its own would have
 * to be moved into and out of the foreground at each of these.
 *
 * process_finish() kills all processes that the child left running: the command is a subreaper, so
 * it also finds daemons that a launcher started. A child that may outlive the command may leave
 * processes behind, unless the command has ended it. A command runs one process at a time; one
 * thread starts it, waits for it and finishes it, and no other code forks children meanwhile.
 */
#ifndef TUTTI_LAUNCH_PROCESS_H
#define TUTTI_LAUNCH_PROCESS_H

#include "base/error.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { PROCESS_GRACE_SECONDS = 5 };

struct process_limits {
    double seconds; /* wall clock; 0: none */
    size_t bytes;   /* address space of each process (RLIMIT_AS); 0: none */
    double grace;   /* between SIGTERM and SIGKILL; 0: the default, PROCESS_GRACE_SECONDS */
    bool outlives;  /* the child continues when the command is killed, and ends as it would without
                       the command: only the limit of seconds and process_finish() end it */
    bool forwards;  /* the child also gets the signals that mean the job, such as SIGUSR1 */
    /* Folders to remove if the command is killed, NULL-terminated; NULL: none. The list must exist
     * only while the process starts. */
    const char *const *folders;
};

struct process_result {
    int exit_code; /* of the child; -1 if it ended by a signal */
    int signal;    /* the signal that ended it, or 0 */
    bool timed_out;
    bool interrupted; /* a signal that asks to end reached the command */
    int interrupt;    /* the first such signal */
    double seconds;
    bool survivors; /* some processes survived even SIGKILL for the grace time */
};

struct process;

/* Starts the child. `environment` NULL: the command's own. `limits` NULL: none. The child inherits
 * descriptors 0 to 2. A command that cannot be executed is an error here, not an exit code. */
int process_start(char *const *words, char *const *environment, const struct process_limits *limits,
                  struct process **process, struct error *error);

/* Does the same; the child writes its output to the open file `output`, and has an empty input. */
int process_start_into(char *const *words, char *const *environment,
                       const struct process_limits *limits, int output, struct process **process,
                       struct error *error);

/* Waits at most `milliseconds` (-1: until the end). Returns whether the child has ended. Limits are
 * enforced and signals are forwarded only during this call. */
bool process_wait(struct process *process, int milliseconds);

/* Returns what is known until now, before the end and after it. */
void process_peek(const struct process *process, struct process_result *result);

/* Returns the process from which all processes of the child descend. */
pid_t process_root(const struct process *process);

/* Ends the child if it runs, reaps its descendants, restores signal handling, and frees `process`.
 * `result` may be NULL. */
void process_finish(struct process *process, struct process_result *result);

/* Blocks the signals that ask the command to end, from now on: the command polls for them when it
 * is ready to end, and can save its results first. Signals that it ignores stay ignored. */
void process_hold_signals(sigset_t *signals);

/* Runs a command with empty stdin to its end and keeps its output on stdout and stderr (at most
 * `cap` bytes). It serves to ask tools for their version. Fails with an ERROR_FAILED, too, if the
 * command takes longer than `seconds` (0: no limit). `exit_code` is -1 if a signal ended it. The
 * caller frees `output`. */
int process_capture(char *const *words, double seconds, size_t cap, char **output, int *exit_code,
                    struct error *error);

#endif

/* process.h: runs a command with limits and leaves nothing behind.
 *
 * The child and all that stems from it die with the command, even when that is killed, unless they
 * are to outlive it: a keeper (keeper.h) between the two sees to it. SIGINT, SIGTERM, SIGHUP and
 * SIGQUIT that reach the command are forwarded; a second SIGINT kills the child, and so does the
 * end of the grace time after SIGTERM or SIGHUP, unless it is to outlive the command. Signals that
 * the command ignores (nohup) stay ignored.
 *
 * The child gets a process group of its own where there is no terminal. Where there is one, it
 * stays in the command's group: then job control works as for any other command (the child may
 * read the terminal, Ctrl-Z stops and fg continues both, Ctrl-C reaches both), whereas a group of
 * its own would have to be moved in and out of the foreground at each of these.
 *
 * process_finish() kills whatever the child left running: the command is a subreaper, so that
 * daemons started by a launcher are found too. A child that is to outlive the command may leave
 * what it likes, unless the command has ended it. One process at a time per command; it is started,
 * waited for and finished by one thread, and no child is forked past this module meanwhile.
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
    bool outlives;  /* it goes on when the command is killed, and ends as it would without it: only
                       the limit of seconds and process_finish() end it */
    /* What is removed when the command is killed, up to a NULL; NULL: nothing. What is pointed to
     * must be there while the process starts, and no longer. */
    const char *const *folders;
};

struct process_result {
    int exit_code; /* of the child; -1 if it ended by a signal */
    int signal;    /* that ended it, or 0 */
    bool timed_out;
    bool interrupted; /* a signal reached the command */
    int interrupt;    /* which one, the first */
    double seconds;
    bool survivors; /* processes that even SIGKILL did not end within the grace time */
};

struct process;

/* `environment` NULL: the command's own. `limits` NULL: none. Descriptors 0 to 2 are inherited. A
 * command that cannot be executed is an error here, not an exit code. */
int process_start(char *const *words, char *const *environment, const struct process_limits *limits,
                  struct process **process, struct error *error);

/* The same with what it prints in the open file `output`, and nothing to read. */
int process_start_into(char *const *words, char *const *environment,
                       const struct process_limits *limits, int output, struct process **process,
                       struct error *error);

/* Waits at most `milliseconds` (-1: until the end). Returns true when it has ended. Limits are
 * enforced and signals forwarded in here. */
bool process_wait(struct process *process, int milliseconds);

/* What is known by now, before the end and after it. */
void process_peek(const struct process *process, struct process_result *result);

/* All that it starts stems from this process. */
pid_t process_root(const struct process *process);

/* Ends it if it runs, collects descendants, restores signal handling, frees it. `result` may be
 * NULL. */
void process_finish(struct process *process, struct process_result *result);

/* From here on, signals that ask the command to end are held back: it asks for them when it is
 * ready for it, and what it has done until then can be saved. Those that it ignores stay ignored.
 */
void process_hold_signals(sigset_t *signals);

/* Runs a command to its end and keeps what it prints on stdout and stderr (at most `cap` bytes),
 * stdin empty. For asking tools for their version. An ERROR_FAILED also when it takes longer than
 * `seconds` (0: no limit). `exit_code` is -1 if it ended by a signal. The caller frees `output`. */
int process_capture(char *const *words, double seconds, size_t cap, char **output, int *exit_code,
                    struct error *error);

#endif

/* descendants.h: the processes that stem from this one, read from /proc.
 *
 * Found by their parents, so processes that made groups or sessions of their own are among them;
 * those whose parent died are too, if this process is their subreaper (PR_SET_CHILD_SUBREAPER).
 */
#ifndef TUTTI_LAUNCH_DESCENDANTS_H
#define TUTTI_LAUNCH_DESCENDANTS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct descendant {
    pid_t pid;
    pid_t parent;
    pid_t group;
    char state;               /* 'Z': a zombie */
    unsigned long long birth; /* in clock ticks since boot: tells a process from a later one with
                                 the same number */
};

struct descendants {
    struct descendant *items;
    size_t count;
};

/* All of them, in the order of their numbers, without the ones in `except` (NULL: none). */
struct descendants descendants_find(const struct descendants *except);
/* The same of another process. */
struct descendants descendants_of(pid_t root, const struct descendants *except);
void descendants_free(struct descendants *descendants);

/* Whether the process stems from `root`, by what the kernel says of its parents: then `process` is
 * that very one. For a number that somebody else has said. */
bool descendant_find(pid_t pid, pid_t root, struct descendant *process);
/* What the kernel says of any process. False: it is gone. */
bool descendant_read(pid_t pid, struct descendant *process);
/* Whether a later process has its number by now. */
bool descendant_is_another(const struct descendant *process);
/* Sends the signal to that very process, and to no later one with its number. */
void descendant_signal(const struct descendant *process, int signal);

/* Sends the signal to all but the ones in `except`; to those of one process group only, unless
 * `group` is 0. Returns how many there were. */
size_t descendants_signal(const struct descendants *except, pid_t group, int signal);

/* Kills all but the ones in `except` and collects them, also those that are started meanwhile.
 * False: some are still there after `seconds`, such as one that waits for a dead file server. */
bool descendants_kill(const struct descendants *except, double seconds);

#endif

/* descendants.h: finds the processes that descend from this one, in /proc.
 *
 * They are found by their parents, so processes with groups or sessions of their own are included.
 * Processes whose parent died are included, too, if this process is their subreaper
 * (PR_SET_CHILD_SUBREAPER).
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
    unsigned long long birth; /* in clock ticks since boot: distinguishes a process from a later one
                                 with the same number */
};

struct descendants {
    struct descendant *items;
    size_t count;
};

/* Returns all descendants, in the order of their numbers, without those in `except` (NULL:
 * none). */
struct descendants descendants_find(const struct descendants *except);
/* Does the same for another process. */
struct descendants descendants_of(pid_t root, const struct descendants *except);
void descendants_free(struct descendants *descendants);

/* For a number from an untrusted source: returns whether the process descends from `root`, by the
 * parents that the kernel reports, and fills in `process`. */
bool descendant_find(pid_t pid, pid_t root, struct descendant *process);
/* Reads what the kernel says of any process. Returns false if the process is gone. */
bool descendant_read(pid_t pid, struct descendant *process);
/* Returns whether a later process has the same number now. */
bool descendant_is_another(const struct descendant *process);
/* Sends the signal to exactly this process, never to a later one with its number. */
void descendant_signal(const struct descendant *process, int signal);

/* Sends the signal to all descendants except those in `except`; if `group` is not 0, only to those
 * of that process group. Returns how many processes got it. */
size_t descendants_signal(const struct descendants *except, pid_t group, int signal);

/* Kills and reaps all descendants except those in `except`, also those that start meanwhile.
 * Returns false if some still exist after `seconds`, such as a process that waits for a dead file
 * server. */
bool descendants_kill(const struct descendants *except, double seconds);

#endif

/* spread.h: a tree of work, shared by processes on this machine and on many nodes.
 *
 * An item of work is a string of bytes. Running it gives at most one result (also bytes) and any
 * number of child items, which are to be run as well. The caller defines the meaning of the bytes.
 *
 * - Workers are processes, one per core, forked before spread_run() does anything else: they see
 *   the caller's memory as it was then, and no later change. They are in a session of their own
 *   (Ctrl-C reaches the command alone) and have an empty standard input. No worker, and nothing
 *   that it started, outlives the command, however that ends.
 * - Order. A worker continues with the newest child of the item that it ran last, so that
 *   neighbours in the tree follow each other. A worker without items gets the oldest item of the
 *   worker that has the most. If items have priorities, this applies to the items of the greatest
 *   priority that a process of the command has. In a mixed order (order.h) it applies to half of
 *   the items. The others are the item that was found first and those of the least depth, so that
 *   the search reaches all parts of a tree that it has no time to finish.
 * - Journal. A finished item is in a file before its worker starts the next one. If the command is
 *   killed (SIGKILL) and resumed, at most one item per worker is run again; on many nodes, at most
 *   two. If the machine loses power, the items of the last two seconds are run again, too: the file
 *   is brought to the disk once a second. Damage costs as little: items that only a lost record
 *   named are run again, and each result still comes once. The one exception is reported (`lost`).
 * - Faults. If a worker dies or sends an invalid message, or its run fails, a new worker takes its
 *   place and the item is run once more, by another worker if there is one. If that fails too,
 *   failed() is called, the item counts as done without children, and the search goes on, but is
 *   not complete.
 * - Memory. The coordinator holds the items that are not yet run: about 200 bytes each and their
 *   tails, and the base of each run that has children left. Newest first keeps that at (depth of
 *   the tree) x (children of a run) x (workers). A mixed order adds at most the same again and
 *   FRONTIER_MIXED_MOST bytes. Results are not held.
 * - Many nodes. If mpiexec or srun started the command several times, these processes share one
 *   tree over the MPI library of that launcher. All of them call spread_run() with the same
 *   arguments. Process 0 calls the callbacks and writes the journal; the others return with
 *   SPREAD_HELPED when all is done.
 *
 * A process makes one call at a time, from a single thread, and must not fork other children
 * meanwhile. */
#ifndef TUTTI_SPREAD_SPREAD_H
#define TUTTI_SPREAD_SPREAD_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct spread_item {
    const void *bytes;
    size_t length;
    double weight;   /* its share of the whole tree; 1 for the root */
    unsigned depth;  /* number of runs that led to it; 0 for the root */
    uint64_t number; /* of a result: number of items done up to this one, in all calls; otherwise
                        0 */
};

/* What a run hands out. It is valid only during the run. */
struct spread_out;

/* Sets the result of the run; the last call counts. Without a call there is no result, and no
 * take(). */
void spread_result(struct spread_out *out, const void *bytes, size_t length);

/* Sets a number that is added up over all runs; the last call counts. */
void spread_count(struct spread_out *out, uint64_t count);

/* Children that begin alike are stored once: a run gives one base (the last call counts), and each
 * child is the first `keep` bytes of the base, followed by `tail`. The base is copied at once, and
 * must come before the children that keep some of it. `share` is the part of the item's weight that
 * the child has; the item keeps what the shares leave. The child added last is run first. */
void spread_base(struct spread_out *out, const void *bytes, size_t length);
void spread_child(struct spread_out *out, size_t keep, const void *tail, size_t length,
                  double share);

/* Sets the priority of the children that follow in this run; 0 by default. The greatest is run
 * first. */
enum { SPREAD_PRIORITY_MAX = 287 };
void spread_priority(struct spread_out *out, unsigned priority);

/* Says that neighbours of this item cost less to run after it than other items do: a mixed order
 * then gives a smaller share to the others. */
void spread_near(struct spread_out *out);

/* Called in workers, with the `context` of spread_run(). `worker` counts from 0 on each node; a
 * worker that replaces a dead one has the same number. */
struct spread_worker {
    /* Returns the state of a worker, such as an open world. NULL: failed, with a sentence. */
    void *(*open)(void *context, int worker, struct error *error);
    /* Returns -1 if it failed, with a sentence: what it handed out is not used, and the worker ends
     * without close(). */
    int (*run)(void *state, const struct spread_item *item, struct spread_out *out,
               struct error *error);
    void (*close)(void *state);
};

struct spread_progress {
    uint64_t done;    /* items, including those of earlier calls that this one resumes */
    uint64_t pending; /* items that are known and not done */
    uint64_t failed;  /* items that were given up; they count as done too */
    uint64_t counted; /* sum of spread_count() */
    double weight;    /* share of the tree that is done: the whole tree has about done / weight
                         items */
    double rate;      /* items per second, over the last few seconds */
    unsigned depth;   /* greatest depth of an item until now */
    int workers;      /* number alive, on all nodes */
    int processes;    /* processes of the command: 1 unless it runs on many nodes */
    double seconds;   /* duration of this call, and of the calls that it resumes */
};

/* Called in the process that coordinates. Each may be NULL. */
struct spread_watch {
    /* Takes a result. Returns true if the result is to be kept: then it comes again when the search
     * is resumed, with `old`, and the return value is ignored. Old results come first, in the order
     * of the first time. The call comes just before the journal is written; what the user must see
     * belongs into progress(), when all that was taken is in the journal. */
    bool (*take)(void *context, const struct spread_item *item, const void *result, size_t length,
                 bool old);
    /* Called for an item that was given up, with the reason. */
    void (*failed)(void *context, const struct spread_item *item, const char *sentence, bool old);
    /* Called a few times per second, and once at the end. */
    void (*progress)(void *context, const struct spread_progress *progress);
    /* Returns true to stop now. Called after each round of results, and a few times per second. */
    bool (*stop)(void *context);
};

struct spread_options {
    int workers;           /* per process of the command; 0: one for each core that it may use */
    const char *directory; /* directory of the journal, created if it is missing; NULL: no
                              journal */
    bool resume;           /* continue with the existing journal; otherwise begin it anew */
    bool again;            /* an existing journal is of an earlier call of this command */
    /* Identifies the search. A journal with another header is not resumed. */
    const void *header;
    size_t header_length;
    const void *root; /* the first item */
    size_t root_length;
    bool mixed;         /* half of all items are not the newest (order.h); items have no priorities
                           then */
    uint64_t max_items; /* limit of this call, 0: none; on many nodes a few more may be run */
    double seconds;     /* limit of this call, 0: none */
};

enum spread_outcome {
    SPREAD_COMPLETE,    /* every item was run, except for those that failed */
    SPREAD_BUDGET,      /* the limit max_items or seconds was reached */
    SPREAD_STOPPED,     /* stop() returned true */
    SPREAD_INTERRUPTED, /* SIGINT, SIGTERM, SIGHUP or SIGQUIT reached the command */
    SPREAD_HELPED,      /* this process worked for process 0, which has the outcome */
};

struct spread_end {
    enum spread_outcome outcome;
    int signal;                   /* the signal that interrupted the search; 0: none */
    struct spread_progress count; /* the numbers at the end */
    uint64_t damaged;             /* records of the journal that were lost, but whose work is done
                                     again */
    uint64_t lost; /* records that were lost for good, in this call or before: the items that they
                      named are unknown, so even SPREAD_COMPLETE does not mean a complete search */
    bool kept_old; /* there was the journal of an unfinished search, which is now "journal.old" */
    char note[ERROR_TEXT_MAX]; /* sentences about problems that were overcome: a process or a worker
                                  that was lost, a damaged journal; empty: none */
};

/* Runs the tree. Returns -1 if it could not begin, or not continue (the disk is full, no worker can
 * be opened); results until then were taken and are in the journal. `end` is always filled in.
 * Items in progress when the search stops have a second to finish; then they are dropped, and are
 * run again on resume. */
int spread_run(const struct spread_options *options, const struct spread_worker *worker,
               const struct spread_watch *watch, void *context, struct spread_end *end,
               struct error *error);

/* Tells which process of how many this is, according to the launcher; 0 of 1 without one. May be
 * called before spread_run(), so that only the first process prints. Fails if the launcher started
 * several processes that cannot find each other. */
int spread_place(int *process, int *processes, struct error *error);

/* To be called after spread_run(): programs that this process starts from now on do not belong to
 * the launcher's job, and must not believe that they do. */
void spread_leave(void);

#endif

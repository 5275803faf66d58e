/* spread.h: a tree of work, shared by processes on this machine and on many nodes.
 *
 * An item of work is a string of bytes. Running it gives at most one result (bytes too) and any
 * number of child items, which are to be run as well. What the bytes mean is the caller's.
 *
 * - Who runs. Workers are processes, one per core, forked before spread_run() does anything else:
 *   they see the caller's memory as it was then, and nothing of what changed later. They are in a
 *   session of their own (Ctrl-C reaches the command alone), have an empty standard input, and none
 *   of them, nor anything that they started, outlives the command, however that ends.
 * - Order. A worker goes on with the newest child of what it ran last, so that neighbours in the
 *   tree follow each other. A worker without items gets the oldest of whoever has most. Where items
 *   have priorities, this holds among those with the greatest one that a process of the command
 *   has.
 *   In a mixed order (order.h) this is so for half of the items. The others are the first that was
 *   found and those of the least depth, so that the search comes to all parts of a tree that it has
 *   no time to finish.
 * - Journal. What is finished is in a file before its worker starts the next item. When the command
 *   is killed (SIGKILL) and resumed, at most one item per worker is run again; on many nodes, at
 *   most two. When the machine loses power, what was done in the last two seconds is run again,
 *   too: the file is brought to the disk once a second. Damage costs as little: what a lost record
 *   told of is run again, and each result still comes once. The one exception is told (`lost`).
 * - Faults. When a worker dies, sends what no worker sends, or its run fails, a new one takes its
 * place and the item is run once more, by another one if there is any. If that fails too, failed()
 * is told, the item counts as done without children, and the search goes on: it is no complete one
 * then.
 * - Memory. The coordinator holds the items that are not yet run: about 200 bytes each, and their
 *   tails, and once per run with children left its base. Newest first keeps that at (depth of the
 *   tree) x (children of a run) x (workers). A mixed order adds no more than as much again and
 *   FRONTIER_MIXED_MOST bytes. Results are not held.
 * - Many nodes. Where mpiexec or srun started the command several times, these processes share one
 *   tree over the MPI library of that launcher. All of them call spread_run() with the same
 *   arguments. Callbacks are called and the journal is written in process 0; the others return with
 *   SPREAD_HELPED when all is done.
 *
 * One call at a time per process, from a single thread; no other child may be forked meanwhile.
 */
#ifndef TUTTI_SPREAD_SPREAD_H
#define TUTTI_SPREAD_SPREAD_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct spread_item {
    const void *bytes;
    size_t length;
    double weight;   /* its part of the whole tree: 1 for the root */
    unsigned depth;  /* how many runs led to it: 0 for the root */
    uint64_t number; /* of a result: how many were done with it, over all calls; else 0 */
};

/* What a run hands out; only valid during the run. */
struct spread_out;

/* The result of the run; of several calls the last one counts. No call: no result, no take(). */
void spread_result(struct spread_out *out, const void *bytes, size_t length);

/* Something that is added up over all runs; of several calls the last one counts. */
void spread_count(struct spread_out *out, uint64_t count);

/* Children are short where they begin as one another do: a run gives one base (of several calls the
 * last one counts), and each child is the first `keep` bytes of the base with `tail` behind it. The
 * base is copied at once, and must come before the children that keep some of it. `share` is the
 * part of the item's weight that the child has; what the shares leave is the item's own. The child
 * added last is run first. */
void spread_base(struct spread_out *out, const void *bytes, size_t length);
void spread_child(struct spread_out *out, size_t keep, const void *tail, size_t length,
                  double share);

/* Of the children that follow in this run; 0 unless told. The greatest is run first. */
enum { SPREAD_PRIORITY_MAX = 287 };
void spread_priority(struct spread_out *out, unsigned priority);

/* Neighbours of this item cost less to run behind it than others do: a mixed order gives a smaller
 * share to others. */
void spread_near(struct spread_out *out);

/* Called in workers, with what spread_run() got as `context`. `worker` counts from 0 on each node,
 * and a worker in the place of one that died has the number of that one. */
struct spread_worker {
    /* The state of a worker, such as an open world. NULL: failed, with a sentence. */
    void *(*open)(void *context, int worker, struct error *error);
    /* -1: failed, with a sentence; what it handed out is not used. The worker ends then, without
     * close(). */
    int (*run)(void *state, const struct spread_item *item, struct spread_out *out,
               struct error *error);
    void (*close)(void *state);
};

struct spread_progress {
    uint64_t done;    /* items, with those of earlier calls that this one resumes */
    uint64_t pending; /* items known and not done */
    uint64_t failed;  /* items given up; counted as done too */
    uint64_t counted; /* by spread_count() */
    double weight;    /* part of the tree that is done: the whole has about done / weight items */
    double rate;      /* items per second, over the last seconds */
    unsigned depth;   /* greatest depth of an item so far */
    int workers;      /* alive, on all nodes */
    int processes;    /* of the command: 1 unless it runs on many nodes */
    double seconds;   /* since the call, and of the calls that it resumes */
};

/* Called in the process that coordinates. Each may be NULL. */
struct spread_watch {
    /* A result. True: it is to be kept, and comes again when the search is resumed; then it is
     * `old`, and the answer is not looked at. Old ones come first, in the order of the first time.
     * Called just before the journal is written; what a person must see belongs into progress(),
     * when all that was taken is in the journal. */
    bool (*take)(void *context, const struct spread_item *item, const void *result, size_t length,
                 bool old);
    /* An item that was given up, and why. */
    void (*failed)(void *context, const struct spread_item *item, const char *sentence, bool old);
    /* A few times per second, and once at the end. */
    void (*progress)(void *context, const struct spread_progress *progress);
    /* True: stop now. Asked after each round of results, and a few times per second. */
    bool (*stop)(void *context);
};

struct spread_options {
    int workers;           /* per process of the command; 0: one for each core it may use */
    const char *directory; /* of the journal, which is made if it is missing; NULL: no journal */
    bool resume;           /* go on with the journal that is there; else it is begun anew */
    /* What the search is about. A journal with another header is not resumed. */
    const void *header;
    size_t header_length;
    const void *root; /* the first item */
    size_t root_length;
    bool mixed;         /* half of all items are not the newest; they have no priorities then */
    uint64_t max_items; /* of this call, 0: any number; many nodes may do a few more */
    double seconds;     /* of this call, 0: no limit */
};

enum spread_outcome {
    SPREAD_COMPLETE,    /* every item was run, but for those that failed */
    SPREAD_BUDGET,      /* max_items or seconds */
    SPREAD_STOPPED,     /* stop() said so */
    SPREAD_INTERRUPTED, /* SIGINT, SIGTERM, SIGHUP or SIGQUIT reached the command */
    SPREAD_HELPED,      /* this process worked for process 0, which has the outcome */
};

struct spread_end {
    enum spread_outcome outcome;
    int signal;                   /* that interrupted; 0: none */
    struct spread_progress count; /* as it was at the end */
    uint64_t damaged;             /* records of the journal that were lost, but can be done again */
    uint64_t lost; /* records that were lost for good, in this call or before: what was not run
                      is not known, and a complete search is none */
    char note[ERROR_TEXT_MAX]; /* sentences about what went wrong and was made good: a process or a
                                  worker that was lost, a damaged journal; empty: none */
};

/* Runs the tree. -1: it could not begin, or not go on (disk full, no worker can be opened); results
 * so far were taken and are in the journal. `end` is filled in always. Items in progress when the
 * search stops have a second to finish; then they are dropped, and are run again on resume. */
int spread_run(const struct spread_options *options, const struct spread_worker *worker,
               const struct spread_watch *watch, void *context, struct spread_end *end,
               struct error *error);

/* Which process of how many this is, as the launcher says: 0 of 1 where there is none. Before
 * spread_run(), for those that want to be silent in all but the first. An error where the launcher
 * started several that cannot find each other. */
int spread_place(int *process, int *processes, struct error *error);

/* After spread_run(): programs that this process starts from now on are no part of the launcher's
 * job, and must not believe that they are. */
void spread_leave(void);

#endif

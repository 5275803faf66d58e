/* scheduler.h: decides everything that happens between ranks in one execution.
 *
 * Operations come out of the ranks' rings (runtime/world/protocol.h). What MPI determines is
 * matched at once; what it leaves open is decided only when no rank can move (a quiescent point),
 * in one place, scheduler_decide(), and recorded, so that the execution can be repeated from its
 * list of decisions. One thread; the ranks run beside it. */
#ifndef TUTTI_WORLD_SCHEDULER_H
#define TUTTI_WORLD_SCHEDULER_H

#include "base/error.h"
#include "finding/finding.h"
#include "runtime/world/protocol.h"
#include "world/decisions.h"
#include "world/exploration.h"

#include <stdbool.h>

struct scheduler;
struct processes;

struct scheduler_options {
    int ranks;
    bool buffered;      /* standard sends complete at once (--buffering=infinite) */
    bool rendezvous;    /* and otherwise: they wait, whatever comes of it (--buffering=zero) */
    bool synchronising; /* every collective waits for all members */
    double seconds;     /* time limit; 0: none */
    /* With world_options.at_main: what the ranks of this execution start with; NULL: as the world
     * was opened. */
    const struct world_start *start;
    struct decisions *record;         /* where what happens is written down; NULL: nowhere */
    const struct decisions *followed; /* an earlier execution to be had again; NULL: none */
    /* For ranks that are no processes: they run in here, until all wait or have ended. NULL: the
     * scheduler sleeps while it has nothing to do. */
    void (*idle)(void *data);
    void *idle_data;
    /* Whether a datatype does not fit memory, which the rank asks with this operation; NULL: it is
     * not looked at. */
    bool (*misfit)(void *data, struct scheduler *scheduler, int rank, const struct world_op *op);
    void *misfit_data;
    struct processes *processes;     /* that the ranks are; NULL: they are none */
    struct exploration *exploration; /* the execution is one of many; NULL: it is not */
    bool picture; /* an execution without findings leaves its last calls in the document */
};

/* Where an execution that follows another one went another way. */
struct difference {
    enum {
        SAME,
        OTHER_STEP,     /* a rank did something else */
        MISSING_STEP,   /* a rank ended, or waits for ever, before it did this */
        OTHER_DECISION, /* something else was open */
    } what;
    int rank;
    size_t number;                      /* of the rank's step, or of the decision; counted from 1 */
    const struct step *recorded, *seen; /* NULL: nothing */
    const struct decision *decision_recorded; /* the same */
    struct decision decision_seen;
};

enum outcome {
    OUTCOME_ENDED,   /* every rank has ended */
    OUTCOME_STOPPED, /* a finding ended the execution; ranks are still there */
    OUTCOME_TIME,    /* the time limit */
    OUTCOME_INTERRUPTED,
    OUTCOME_LIMIT, /* a rank took more memory, or made a larger file, than it may (world_start) */
};

/* What no rank of the guest library would have written to the segment: the program did. */
struct damage {
    int rank;           /* whose block it is in; -1: nobody's */
    const char *what;   /* is damaged: "what it says of a call"; NULL: nothing */
    struct world_op op; /* the call in which it was met, or the one before; `call` "": not known */
};

struct shared;
struct scheduler *scheduler_new(const struct shared *shared,
                                const struct scheduler_options *options, struct document *document);
void scheduler_free(struct scheduler *scheduler);

/* The state of a scheduler while nobody runs (exploration.pause is called then), so that an
 * execution can go on from there another time: with ranks and segment as they were, other options,
 * and a script that begins with the choices made so far. Nothing of a record is kept in it. */
struct scheduler_copy;
struct scheduler_copy *scheduler_save(struct scheduler *scheduler, size_t *bytes);
struct scheduler *scheduler_restore(const struct scheduler_copy *copy,
                                    const struct scheduler_options *options,
                                    struct document *document);
void scheduler_forget_copy(struct scheduler_copy *copy);

/* Runs the world until it ends. `poll` is asked now and then whether to stop (Ctrl-C, the template
 * has died). */
enum outcome scheduler_run(struct scheduler *scheduler, bool (*stop)(void *data), void *data);

/* Where it left the execution that it follows; `what` is SAME if it did not. Lives as long as the
 * records. */
struct difference scheduler_difference(const struct scheduler *scheduler);

/* If it has met damage, it has stopped, and what it reported after that means nothing. */
struct damage scheduler_damage(const struct scheduler *scheduler);

/* Whether the rank has called MPI_Finalize. */
bool scheduler_finalized(const struct scheduler *scheduler, int rank);
uint64_t scheduler_operations(const struct scheduler *scheduler);

/* What ranks said to each other. */
struct traffic {
    uint64_t messages, bytes; /* bytes of data in them */
    uint64_t collectives;     /* calls of ranks, of communicators and files */
};
struct traffic scheduler_traffic(const struct scheduler *scheduler);

#endif

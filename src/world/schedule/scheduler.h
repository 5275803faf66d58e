/* scheduler.h: decides everything that happens between ranks in one execution.
 *
 * Operations come out of the ranks' rings (runtime/world/protocol.h). Matches that MPI determines
 * are made at once. All other choices are made when no rank runs (a quiescent point), by
 * choices_make() (choice/choices.h), whether the execution is one of a search or not. The scheduler
 * has one thread; the ranks run beside it. */
#ifndef TUTTI_WORLD_SCHEDULE_SCHEDULER_H
#define TUTTI_WORLD_SCHEDULE_SCHEDULER_H

#include "base/error.h"
#include "finding/finding.h"
#include "runtime/world/protocol.h"
#include "world/choice/exploration.h"
#include "world/record/record.h"

#include <stdbool.h>

struct scheduler;
struct processes;

struct scheduler_options {
    int ranks;
    enum buffering_mode buffering;
    bool synchronising; /* every collective waits for all members */
    double seconds;     /* time limit in seconds; 0: none */
    bool patient;       /* time that others took from the ranks does not count (elapsed.h) */
    double deadline;    /* clock_seconds() at which it ends in any case; 0: never */
    /* With world_options.at_main: arguments, files and limits of the ranks of this execution; NULL:
     * those with which the world was opened. */
    const struct world_start *start;
    struct record *record;         /* the record to write; NULL: none */
    const struct record *followed; /* an earlier execution to replay; NULL: none */
    /* For ranks that are not processes: runs them until all wait or have ended. NULL: the scheduler
     * sleeps instead. */
    void (*idle)(void *data);
    void *idle_data;
    /* Returns whether a datatype does not fit memory, for a rank that asks with this operation;
     * NULL: that is not checked. */
    bool (*misfit)(void *data, struct scheduler *scheduler, int rank, const struct world_op *op);
    void *misfit_data;
    struct processes *processes;     /* of the ranks; NULL: they are not processes */
    struct exploration *exploration; /* the execution is one of a search; NULL: it is not */
    bool picture; /* an execution without findings leaves its last calls in the document */
};

/* The first difference between a replay and the recorded execution. */
struct difference {
    enum {
        SAME,
        OTHER_STEP,   /* a rank did something else */
        MISSING_STEP, /* a rank ended, or waits for ever, before this step */
        OTHER_CHOICE, /* another choice was open */
    } what;
    int rank;
    size_t number;                      /* of the rank's step, or of the choice; counted from 1 */
    const struct step *recorded, *seen; /* NULL: none */
    const struct taken_choice *choice_recorded; /* NULL: none */
    struct taken_choice choice_seen;
};

enum outcome {
    OUTCOME_ENDED,   /* every rank has ended */
    OUTCOME_STOPPED, /* a finding ended the execution; ranks still exist */
    OUTCOME_TIME,    /* the time limit was reached */
    OUTCOME_INTERRUPTED,
    OUTCOME_LIMIT, /* a rank exceeded its memory or file size (world_start) */
};

/* Data in the segment that no rank of the guest library writes: the program overwrote it. */
struct damage {
    int rank;           /* whose block it is in; -1: in none */
    const char *what;   /* what is damaged: "what it says of a call"; NULL: nothing */
    struct world_op op; /* the call that showed it, or the one before; `call` "": not known */
};

struct pool;
struct shared;
/* Its state is in the pool, which serves one scheduler at a time. */
struct scheduler *scheduler_new(struct pool *pool, const struct shared *shared,
                                const struct scheduler_options *options, struct document *document);
void scheduler_free(struct scheduler *scheduler);

/* Save and restore the state of a scheduler while no rank runs, in exploration.pause, so that
 * another execution can go on from there. That execution has the ranks and the segment of this
 * moment, other options, and a script that begins with the choices made until now. The state
 * contains no record. */
struct scheduler_copy;
struct scheduler_copy *scheduler_save(struct scheduler *scheduler, size_t *bytes);
struct scheduler *scheduler_restore(const struct scheduler_copy *copy,
                                    const struct scheduler_options *options,
                                    struct document *document);
void scheduler_forget_copy(struct scheduler_copy *copy);

/* Runs the world until it ends. Asks `stop` now and then whether to stop (Ctrl-C, or the template
 * has died). */
enum outcome scheduler_run(struct scheduler *scheduler, bool (*stop)(void *data), void *data);

/* Returns where a replay left the recorded execution; `what` is SAME if it did not. The result is
 * valid as long as the records. */
struct difference scheduler_difference(const struct scheduler *scheduler);

/* Returns the damage that stopped the scheduler; its later reports mean nothing. */
struct damage scheduler_damage(const struct scheduler *scheduler);

/* Returns whether the rank has called MPI_Finalize. */
bool scheduler_finalized(const struct scheduler *scheduler, int rank);
uint64_t scheduler_operations(const struct scheduler *scheduler);

/* Communication of the ranks. */
struct traffic {
    uint64_t messages, bytes; /* bytes of data in the messages */
    uint64_t collectives;     /* calls of collectives, on communicators and files */
};
struct traffic scheduler_traffic(const struct scheduler *scheduler);

#endif

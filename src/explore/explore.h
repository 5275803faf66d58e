/* explore.h: all executions of a program that differ in what matched what.
 *
 * The tree of scripts (world/exploration.h) is worked off by processes, each with a world of its
 * own (spread/spread.h); what is of interest is then executed once more, with all that a report
 * needs. */
#ifndef TUTTI_EXPLORE_EXPLORE_H
#define TUTTI_EXPLORE_EXPLORE_H

#include "base/error.h"
#include "finding/finding.h"
#include "spread/spread.h"
#include "world/decisions.h"
#include "world/world.h"

struct explore_options {
    const struct world_options *world; /* with the options of an execution in `scheduler` */
    bool both;                         /* look also for what only a buffer makes possible ... */
    bool waiting; /* ... and what only a collective that does not wait for all */
    uint32_t poll_bound;
    uint64_t seed;                /* the order of alternatives */
    size_t snapshots;             /* that a worker has at a time, at most */
    bool stop_at_first;           /* finding that is no note */
    size_t interleavings;         /* that the document shall show, at most */
    struct spread_options spread; /* header, root and their lengths, and seconds are filled in */
    double deadline;              /* when all has to be over, as clock_seconds() says; 0: never */
    /* Called a few times per second, and at the end; `findings` are distinct, and the weight is 0
     * where it says nothing of the whole. NULL: not wanted. */
    void (*progress)(void *context, const struct spread_progress *progress, size_t findings);
    void *context;
};

struct explore_result {
    struct spread_end end;
    bool unsteady; /* what ranks send or print differs also between executions of one script */
    bool broken;   /* the search could not begin, or not go on */
    bool whole;    /* every schedule was executed to its end, and none met an error */
    const char *given_up;  /* a sentence: why an execution could not be had; NULL: all could */
    const char *together;  /* a sentence: the program writes files, and why its executions share a
                              folder all the same; NULL: they do not, or it writes none */
    const char *different; /* a sentence: the program depends on more than MPI; NULL: it does not */
    struct decisions *records; /* one for each finding, in their order; to be freed */
    size_t record_count;
    struct document *shown; /* own what the document's findings point to */
    size_t shown_count;
};

/* Searches, and puts findings, interleavings, verdict, coverage and stats into the document.
 * `record` describes the program and how it is run. -1: the search could not begin, or go on. */
int explore(const struct explore_options *options, const struct decisions *record,
            struct document *document, struct explore_result *result, struct error *error);
void explore_free(struct explore_result *result);

#endif

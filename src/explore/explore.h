/* explore.h: executes every schedule of a program that differs in its matches.
 *
 * Processes share the tree of scripts (world/choice/exploration.h); each has a world of its own
 * (spread/spread.h). Interesting scripts are then replayed with all that a report needs. */
#ifndef TUTTI_EXPLORE_EXPLORE_H
#define TUTTI_EXPLORE_EXPLORE_H

#include "base/error.h"
#include "finding/finding.h"
#include "search/shown.h"
#include "spread/spread.h"
#include "world/process/world.h"

struct explore_options {
    const struct world_options *world; /* the options of an execution are in `scheduler` */
    bool both;                         /* also check whether the program depends on buffering ... */
    bool waiting; /* ... and whether it deadlocks if collectives wait for all members */
    uint32_t poll_bound;
    uint64_t seed;                /* selects the order of alternatives */
    size_t snapshots;             /* limit on the snapshots that a worker has at a time */
    bool stop_at_first;           /* stop at the first finding that is not a note */
    size_t interleavings;         /* limit on the interleavings that the document shows */
    struct spread_options spread; /* explore() fills in header, root, their lengths, and seconds */
    double deadline;              /* when all must be finished, as clock_seconds() counts; 0:
                                     never */
    /* Called a few times per second, and at the end. `findings` counts distinct ones. The weight is
     * 0 if it does not describe the whole tree. NULL: not wanted. */
    void (*progress)(void *context, const struct spread_progress *progress, size_t findings);
    void *context;
};

struct explore_result {
    struct spread_end end;
    bool unsteady;         /* results differ even between executions of one script */
    bool broken;           /* the search could not begin, or could not go on */
    bool whole;            /* every schedule was executed to its end without an error */
    const char *given_up;  /* a sentence: why an execution failed; NULL: none did */
    const char *together;  /* a sentence: the program writes files, and why its executions share
                              a folder all the same; NULL: they do not share one, or it writes none
                              */
    const char *different; /* a sentence: the program depends on more than MPI; NULL: it does not */
    struct shown shown;    /* what the document's findings point to, and their records */
};

/* Searches, and adds findings, interleavings, verdict, coverage and stats to the document. `record`
 * describes the program and how it is run. Returns -1 if the search could not begin, or could not
 * go on. */
int explore(const struct explore_options *options, const struct record *record,
            struct document *document, struct explore_result *result, struct error *error);
void explore_free(struct explore_result *result);

#endif

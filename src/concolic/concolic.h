/* concolic.h: inputs, ranks and numbers of ranks that lead a program to code not yet run.
 *
 * The first test is the program as the user calls it. Each test that was executed hands out others
 * that leave its path at one branch (search.h); they are items of work of spread/spread.h, each
 * complete in itself (input.h). What went wrong is then executed again, with the least that it
 * takes, for the document.
 *
 * Files that are made, below `directory`: corpus/NNNNNN for each input that covered something new,
 * with the files that differ from the user's own and run.sh, which runs the program with them; and
 * inputs/ID for each finding, the directory in which it shows.
 */
#ifndef TUTTI_CONCOLIC_CONCOLIC_H
#define TUTTI_CONCOLIC_CONCOLIC_H

#include "base/error.h"
#include "concolic/solver/solver.h"
#include "finding/covered.h"
#include "finding/finding.h"
#include "instrument/sites.h"
#include "spread/spread.h"
#include "world/decisions.h"
#include "world/world.h"

enum concolic_search {
    CONCOLIC_AUTO,    /* what may cover most, first */
    CONCOLIC_DFS,     /* paper, II-B: the deepest branch of a path, first */
    CONCOLIC_BOUNDED, /* the same, down to a bound */
    CONCOLIC_RANDOM,  /* any branch of any path */
    CONCOLIC_UNIFORM, /* any path: each branch halves what is left */
    CONCOLIC_CFG, /* the branch with the shortest way to code not covered, in the program text */
};

/* What the solver is to look for besides branches. */
enum concolic_find {
    CONCOLIC_FIND_OVERFLOW = 1,
    CONCOLIC_FIND_DIVIDE = 2,
    CONCOLIC_FIND_BOUNDS = 4,
    CONCOLIC_FIND_ALL = 7,
};

/* What is known of the search while it goes on. */
struct concolic_progress {
    const struct spread_progress *spread;
    uint64_t executions;
    uint32_t covered;   /* edges */
    uint32_t reachable; /* edges of functions that were entered */
    uint32_t edges;     /* of the program */
    uint32_t news;      /* edges covered in the last minute */
    size_t findings;    /* distinct, no notes */
};

struct concolic_options {
    /* How the world is; program is the test build and nothing else, ranks the most there may be.
     * `at_main` and `repeats` are set. scheduler.seconds is the limit of one execution. */
    const struct world_options *world;
    const char *sites;     /* the file of the test build's sites */
    const char *scratch;   /* an existing directory for what tests need while they run; NULL: one is
                              made below TMPDIR and taken away at the end */
    const char *directory; /* for results, as above; NULL: none are kept */

    int max_ranks;
    bool fixed_ranks; /* number of ranks, and focus, stay those of the first test */
    bool focus_all;   /* every rank is symbolic */
    bool both; /* standard sends: look also whether it goes without buffers, where the world has
                  them */
    double processor_seconds;        /* that the ranks of a test may take, shared by them; 0: any */
    size_t memory_bytes, file_bytes; /* of a rank, of a file; 0: any */

    bool inputs;         /* arguments, files and standard input are symbolic where they become
                            numbers; else only what the source marks */
    bool argument_bytes; /* each byte of the arguments is symbolic */
    bool reduction;      /* of constraints: paper, IV-C */
    bool two_way;        /* light code for ranks that are not the focus: paper, IV-B */
    bool cross;          /* values that led to something new are tried elsewhere: cross.h */
    bool pace;           /* tests that take much longer than others wait: pace.h */
    /* Where the analysis of the source warns: CONCOLIC_AUTO goes there first (hints.h). */
    const struct ir_place *hints;
    size_t hint_count;
    const char *const *patterns; /* "bytes:FILE", "env:NAME", "-NAME" */
    size_t pattern_count;
    struct solver_options solver; /* ranks are filled in */

    enum concolic_search search;
    uint32_t bound; /* CONCOLIC_BOUNDED: constraints of a path; 0: found by watching */
    unsigned find;  /* enum concolic_find */
    uint64_t seed;  /* of CONCOLIC_RANDOM and CONCOLIC_UNIFORM */
    /* Of each new path, so many executions that take other messages where MPI leaves that open,
     * counted on each machine; 0: none */
    uint32_t schedules;
    bool stop_at_first;   /* finding that is no note */
    double stall_seconds; /* stop when nothing new was covered for so long; 0: never */

    double deadline; /* when all has to be over, as clock_seconds() says, what is shown at the end
                        included; 0: never */
    /* header, root and their lengths, and seconds are filled in; max_items: tests */
    struct spread_options spread;
    /* Called a few times per second, and at the end. NULL: not wanted. */
    void (*progress)(void *context, const struct concolic_progress *progress);
    void *context;
};

struct concolic_counts {
    uint64_t executions;
    uint64_t constraints;  /* that tests recorded */
    uint64_t mispredicted; /* tests that took another path than was asked for */
    uint64_t failures;     /* tests that showed something wrong */
    uint64_t unfinished;   /* tests stopped by a limit on time */
    uint64_t full;         /* tests whose region had no room */
    uint64_t untraced;     /* tests whose focus ended before it ran instrumented code */
    uint64_t bounded;      /* tests in which a loop was not followed further */
    uint64_t schedules;    /* executions that took other messages than a test did before */
    uint64_t cut;          /* paths with more schedules than there may be */
    uint64_t unfollowed;   /* schedules that could not be had: they depend on more than MPI */
    uint64_t sets_left;    /* executions with more complete requests than each set is tried of */
    uint64_t simplified;   /* answers in which something hard was replaced by its value */
    struct solver_statistics solver;
};

/* An input worth keeping: it shows a finding, or covered something new. */
struct concolic_test {
    const char *name;  /* the id of the finding, or corpus-NNNNNN */
    const char *what;  /* a line for a person */
    const char *input; /* as bytes: input.h */
    size_t length;
};

struct concolic_result {
    struct spread_end end;
    bool broken;          /* the search could not begin, or not go on */
    const char *given_up; /* a sentence: why a test could not be had; NULL: all could */
    struct concolic_counts counts;
    /* Coverage. */
    struct sites sites;
    uint8_t *covered;             /* by edge: 1 if it was taken; to be freed */
    uint8_t *tried;               /* by edge: what was done for it (coverage.h); to be freed */
    struct covered_point *points; /* over time; to be freed */
    size_t point_count;
    uint32_t covered_count, reachable_count;
    size_t corpus_count;         /* inputs that covered something new */
    struct concolic_test *tests; /* these, and before them those of findings; the document's */
    size_t test_count;
    size_t lengthy;         /* places where a test took all its time, and ends if it has more */
    size_t unsteady;        /* findings of the search that did not show again */
    size_t unconfirmed;     /* findings for which there was no time left */
    size_t only_test_build; /* findings that the user's own program does not show */
    /* One for each finding, in their order, to have it again with the user's own program. */
    struct decisions *records;
    size_t record_count;
    struct document *shown; /* own what the document's findings point to */
    size_t shown_count;
};

/* Searches, and puts findings, verdict, coverage and stats into the document. `record` describes
 * the user's own program and the first test: words, directory, standard input, ranks. -1: the
 * search could not begin, or go on; what was found is in the document all the same. */
int concolic(const struct concolic_options *options, const struct decisions *record,
             struct document *document, struct concolic_result *result, struct error *error);
void concolic_free(struct concolic_result *result);

#endif

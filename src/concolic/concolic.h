/* concolic.h: searches for inputs, ranks and numbers of ranks that lead a program to code not yet
 * run.
 *
 * The first test is the program as the user calls it. Each executed test yields other tests that
 * leave its path at one branch (search.h). Tests are items of work of spread/spread.h, each
 * complete in itself (input.h). At the end, each error is executed again with the smallest input
 * that still shows it, for the document.
 *
 * The search writes these files below `directory`: corpus/NNNNNN for each input that covered
 * something new, with the files that differ from the user's own and run.sh, which runs the program
 * with them; and inputs/ID for each finding, the directory in which the program shows it.
 */
#ifndef TUTTI_CONCOLIC_CONCOLIC_H
#define TUTTI_CONCOLIC_CONCOLIC_H

#include "base/error.h"
#include "concolic/solver/solver.h"
#include "finding/covered.h"
#include "finding/finding.h"
#include "instrument/sites.h"
#include "search/shown.h"
#include "spread/spread.h"
#include "world/process/world.h"
#include "world/record/record.h"

enum concolic_search {
    CONCOLIC_AUTO,    /* tests that may cover most come first */
    CONCOLIC_DFS,     /* the deepest branch of a path comes first (paper, II-B) */
    CONCOLIC_BOUNDED, /* the same, down to a bound on the depth */
    CONCOLIC_RANDOM,  /* a random branch of a random path */
    CONCOLIC_UNIFORM, /* a random path: each branch on it halves the weight of later ones */
    CONCOLIC_CFG,     /* the branch nearest in the program text to code not covered comes first */
};

/* Errors that the solver looks for, besides branches. */
enum concolic_find {
    CONCOLIC_FIND_OVERFLOW = 1,
    CONCOLIC_FIND_DIVIDE = 2,
    CONCOLIC_FIND_BOUNDS = 4,
    CONCOLIC_FIND_ALL = 7,
};

/* Progress of the search. */
struct concolic_progress {
    const struct spread_progress *spread;
    uint64_t executions;
    uint32_t covered;   /* edges */
    uint32_t reachable; /* edges of functions that were entered so far */
    uint32_t edges;     /* all edges of the program */
    uint32_t news;      /* edges covered in the last minute */
    size_t findings;    /* distinct findings, without notes */
};

struct concolic_options {
    /* The world of the tests. Its program is the test build alone, and its ranks are the maximum.
     * The search sets `at_main` and `repeats`. scheduler.seconds limits one execution. */
    const struct world_options *world;
    const char *sites;   /* file with the sites of the test build */
    const char *scratch; /* existing directory for what tests need while they run; NULL: the search
                            makes one below TMPDIR and removes it at the end */
    const char *directory; /* directory for results, as above; NULL: no results are kept */

    int max_ranks;
    bool fixed_ranks; /* keep the number of ranks and the focus of the first test */
    bool focus_all;   /* make every rank symbolic */
    bool both; /* for standard sends, also check whether the program depends on buffering, where the
                  world has buffers */
    double processor_seconds; /* processor seconds of a test, shared by its ranks; 0: no limit */
    size_t memory_bytes, file_bytes; /* limit of memory per rank, of size per file; 0: no limit */

    bool inputs; /* make arguments, files and standard input symbolic where they become numbers;
                    otherwise only values that the source marks are symbolic */
    bool argument_bytes; /* make each byte of the arguments symbolic */
    bool reduction;      /* reduce constraints (paper, IV-C) */
    bool two_way;        /* run light code on ranks that are not the focus (paper, IV-B) */
    bool cross;          /* try values that led to something new in other tests (cross.h) */
    bool pace;           /* make tests wait that take much longer than others (pace.h) */
    /* Places that the analysis of the source warns of: CONCOLIC_AUTO goes there first (hints.h). */
    const struct ir_place *hints;
    size_t hint_count;
    const char *const *patterns; /* "bytes:FILE", "env:NAME", "-NAME" */
    size_t pattern_count;
    struct solver_options solver; /* the search fills in the ranks */

    enum concolic_search search;
    uint32_t bound; /* CONCOLIC_BOUNDED: constraints of a path; 0: taken from the first paths */
    unsigned find;  /* enum concolic_find */
    uint64_t seed;  /* seed of CONCOLIC_RANDOM and CONCOLIC_UNIFORM */
    /* Limit on the other schedules of each new path that are executed, counted per machine; 0: no
     * other schedule is executed */
    uint32_t schedules;
    bool stop_at_first;   /* stop at the first finding that is no note */
    double stall_seconds; /* stop when nothing new was covered for this time; 0: never */

    double deadline; /* time on clock_seconds() at which everything is over, confirming findings at
                        the end included; 0: no limit */
    /* The search fills in header, root, their lengths, and seconds. max_items limits tests. */
    struct spread_options spread;
    /* Called a few times per second, and at the end. May be NULL. */
    void (*progress)(void *context, const struct concolic_progress *progress);
    void *context;
};

struct concolic_counts {
    uint64_t executions;
    uint64_t constraints;  /* constraints that tests recorded */
    uint64_t mispredicted; /* tests that took another path than predicted */
    uint64_t failures;     /* tests that showed an error */
    uint64_t unfinished;   /* tests stopped by a limit on time, memory or file size */
    uint64_t full;         /* tests whose path was too long for their region */
    uint64_t untraced;     /* tests whose focus ended before it ran instrumented code */
    uint64_t bounded;      /* tests in which a loop was not followed to its end */
    uint64_t schedules;    /* executions of another schedule of an earlier test */
    uint64_t cut;          /* paths with more schedules than the limit */
    uint64_t unfollowed; /* schedules that could not be reproduced: they depend on more than MPI */
    uint64_t sets_left;  /* executions with too many complete requests to try each set of them */
    uint64_t simplified; /* answers for which the solver replaced a hard expression by its value */
    struct solver_statistics solver;
};

/* An input that shows a finding, or that covered something new. */
struct concolic_test {
    const char *name;  /* id of the finding, or corpus-NNNNNN */
    const char *what;  /* description in one line */
    const char *input; /* the input as bytes (input.h) */
    size_t length;
};

struct concolic_result {
    struct spread_end end;
    bool broken;          /* the search could not begin, or could not continue */
    const char *given_up; /* sentence that says why a test could not be executed; NULL: all were */
    struct concolic_counts counts;
    /* Coverage. */
    struct sites sites;
    uint8_t *covered; /* by edge: 1 if it was taken; freed by concolic_free() */
    uint8_t *tried;   /* by edge: what was tried to take it (coverage.h); freed likewise */
    struct covered_point *points; /* coverage over time; freed likewise */
    size_t point_count;
    uint32_t covered_count, reachable_count;
    size_t corpus_count;         /* inputs that covered something new */
    struct concolic_test *tests; /* tests of findings, then of the corpus; the document owns them */
    size_t test_count;
    size_t lengthy;  /* places where a test reached its time limit but ends if it has more time */
    size_t unsteady; /* findings that could not be reproduced */
    size_t unconfirmed;     /* findings that there was no time to reproduce */
    size_t only_test_build; /* findings that the user's own program does not show */
    struct shown
        shown; /* what the findings point to; their records replay the user's own program */
};

/* Searches, and puts findings, verdict, coverage and statistics into the document. `record`
 * describes the user's own program and the first test: words, directory, standard input, ranks.
 * Returns -1 if the search could not begin, or could not continue; the document then has the
 * findings up to that point. */
int concolic(const struct concolic_options *options, const struct record *record,
             struct document *document, struct concolic_result *result, struct error *error);
void concolic_free(struct concolic_result *result);

#endif

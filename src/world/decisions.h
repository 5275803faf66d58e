/* decisions.h: the record of one execution: enough to have it again, and to see where an attempt to
 * have it again went another way.
 *
 * It holds what was run and how, every choice that the scheduler made, and what each rank did in
 * which order (its trail). An operation is compared by what MPI sees of it (struct step); equal
 * ones are kept once. A trail ends early, and says so, when the record is full: STEPS_MAX in all
 * ranks together, DISTINCT_MAX different ones. What lies behind that is not compared.
 *
 * The file is text, one item a line, in this order; in words, bytes that are not printable, blanks
 * and `%` are written %XX.
 *
 *     tutti-decisions 1
 *     directory WORD              where the program was started
 *     word WORD                   of the program's command line; one or more
 *     variable WORD               of the environment, NAME=VALUE, besides what there is; any number
 *     binary SIZE NANOSECONDS     of the program's file, and when it was written
 *     input WORD                  the file that was its standard input; not there: none
 *     ranks N
 *     mpi mpich|openmpi
 *     buffering both|zero|infinite
 *     collectives minimal|synchronising|both
 *     ended yes|no                no: a finding, the time limit or a signal cut it short
 *     test MILLISECONDS MEMORY FILE    a test of `tutti test`: limits of each rank; 0: none
 *     focus RANK FOCUS FLAGS WORD what RANK writes down proves the finding; the file of sites
 *     pattern WORD                besides what is symbolic by itself; any number
 *     finding ID RULE             what was found
 *     decision KIND RANK NUMBER CHOSEN ALTERNATIVES
 *     explored POLL-BOUND SEED    the execution is one of a search: it follows the choices
 *     choice KIND RANK NUMBER WHAT FLAGS     numbers, as exploration.h has them
 *     step COMM PEER TAG MEMBERS BYTES SITE CALL
 *     trail RANK COUNT whole|cut  followed by COUNT numbers of steps, counted from 0, in lines:
 *     steps NUMBER...
 *     end
 */
#ifndef TUTTI_WORLD_DECISIONS_H
#define TUTTI_WORLD_DECISIONS_H

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "runtime/world/protocol.h"
#include "world/exploration.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    DECISIONS_VERSION = 1,
    DECISIONS_FILE_MAX = 64 << 20,
    STEPS_MAX = 1 << 20,
    DISTINCT_MAX = 1 << 16,
};

enum decision_kind { DECISION_RECEIVE, DECISION_PROBE, DECISION_WAIT, DECISION_ACCESS };

/* One choice that was made: what kind, for which rank's operation, which of how many. */
struct decision {
    enum decision_kind kind;
    int rank;
    uint32_t number;
    int chosen, alternatives;
};

/* An operation as MPI sees it. */
struct step {
    uint32_t comm;     /* this rank's communicators are counted from 1 as it uses them; 0: none */
    uint32_t members;  /* of a collective; requests of a call that completes them */
    int32_t peer, tag; /* of messages; the root of a collective */
    uint64_t bytes;    /* of the message */
    uint64_t site;     /* where the program called; not compared */
    char call[WORLD_CALL];
};

struct step_node; /* decisions.c */
struct comm_node;

struct trail {
    uint32_t *steps;
    size_t count;
    bool cut; /* there was more */
};

struct recorded_finding {
    const char *id, *rule;
};

/* How a test is had again: with the same limits, and looked at in the same way. */
struct recorded_test {
    uint64_t milliseconds; /* of the processor */
    uint64_t memory_bytes, file_bytes;
    const char *sites;     /* file of the test build's sites; NULL: the finding shows without */
    int rank;              /* whose trace proves it */
    int32_t focus;         /* what symbolic_segment has */
    uint32_t flags;        /* the same */
    const char **patterns; /* the same */
    size_t pattern_count;
};

struct decisions {
    struct arena arena; /* owns all of it */
    const char *directory;
    const char **words; /* of the command line, and NULL behind them */
    size_t word_count;
    const char **variables; /* of the environment, "NAME=VALUE", besides what there is */
    size_t variable_count;
    const char *input; /* NULL: none that can be had again */
    uint64_t binary_size, binary_time;
    int ranks;
    const char *mpi, *buffering, *collectives;
    bool ended;
    struct recorded_test *test; /* NULL: it is none */
    struct recorded_finding *findings;
    size_t finding_count;
    struct decision *list;
    size_t count;
    bool explored;          /* an execution of a search ... */
    struct choice *choices; /* ... that follows this script */
    size_t choice_count;
    uint32_t poll_bound;
    uint64_t seed;
    struct step *steps; /* each that differs from all others, once */
    size_t step_count;
    struct trail *trails; /* by rank */
    /* While it is being made. */
    struct step_node *nodes;
    struct step_node **last; /* by rank: the step before */
    struct comm_node *comms;
    uint32_t *comm_counts; /* by rank, without MPI_COMM_WORLD */
};

void decisions_init(struct decisions *decisions, int ranks);

/* Begins the record of another execution of the same program, run in the same way; what it points
 * to stays the other one's. What the program's file is now is not taken over. */
void decisions_init_same(struct decisions *decisions, const struct decisions *of);
void decisions_free(struct decisions *decisions);

/* Size and time of the program's file go into the record. False: there is no such file. */
bool decisions_note_binary(struct decisions *decisions, const char *path);

void decisions_add(struct decisions *decisions, const struct decision *decision);

/* Adds an operation to the trail of its rank; false: the record is full. */
bool decisions_add_step(struct decisions *decisions, int rank, const struct world_op *op);

bool step_equal(const struct step *one, const struct step *other); /* but for the site */
const char *decision_kind_name(enum decision_kind kind);

/* decisions_file.c */
void decisions_print(const struct decisions *decisions, struct text *out);
int decisions_save(const struct decisions *decisions, const char *path, struct error *error);

/* Reads what decisions_print() writes. What is wrong is an ERROR_USAGE that names the line. On
 * success it must be freed. */
int decisions_parse(struct decisions *decisions, const char *name, const char *bytes, size_t length,
                    struct error *error);

#endif

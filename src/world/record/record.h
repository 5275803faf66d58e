/* record.h: the record of one execution: it suffices to replay the execution, and to see where a
 * replay differs.
 *
 * It holds the program and how it was run, every choice of the scheduler, and the operations of
 * each rank in their order (its trail). Operations are compared by their properties in MPI (struct
 * step); equal ones are stored once. A trail ends early, and says so, when the record is full: at
 * STEPS_MAX steps of all ranks together, or DISTINCT_MAX different ones. Later steps are not
 * compared.
 *
 * The file is text, one item a line, in this order. In words, unprintable bytes, blanks and `%` are
 * written %XX.
 *
 *     tutti-decisions 1
 *     directory WORD              where the program was started
 *     word WORD                   of the program's command line; one or more
 *     variable WORD               of the environment, NAME=VALUE, besides the inherited; any number
 *     binary SIZE NANOSECONDS     of the program's file, and its time of modification
 *     input WORD                  the file that was its standard input; without the line: none
 *     ranks N
 *     mpi mpich|openmpi
 *     buffering both|zero|infinite
 *     collectives minimal|synchronising|both
 *     ended yes|no                no: a finding, the time limit or a signal ended it
 *     test MILLISECONDS MEMORY FILE    a test of `tutti test`: limits of each rank; 0: none
 *     focus RANK FOCUS FLAGS WORD the trace of RANK proves the finding; WORD is the file of sites
 *     pattern WORD                for what is symbolic in addition; any number
 *     finding ID RULE             what was found
 *     decision KIND RANK NUMBER CHOSEN ALTERNATIVES
 *     explored POLL-BOUND SEED    the execution is one of a search: it follows the choices
 *     choice KIND RANK NUMBER WHAT FLAGS     numbers, as in exploration.h
 *     step COMM PEER TAG MEMBERS BYTES SITE CALL
 *     trail RANK COUNT whole|cut  followed by COUNT numbers of steps, from 0, in lines:
 *     steps NUMBER...
 *     end
 */
#ifndef TUTTI_WORLD_RECORD_RECORD_H
#define TUTTI_WORLD_RECORD_RECORD_H

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "runtime/world/protocol.h"
#include "world/choice/exploration.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    RECORD_VERSION = 1,
    RECORD_FILE_MAX = 64 << 20,
    STEPS_MAX = 1 << 20,
    DISTINCT_MAX = 1 << 16,
};

/* How standard sends behave (--buffering). */
enum buffering_mode {
    BUFFERING_BOTH,    /* a run: they wait, and are buffered when no rank can move. A search checks
                          executions with buffers and without */
    BUFFERING_ZERO,    /* they always wait for their receive */
    BUFFERING_INFINITE /* they complete at once */
};

/* For whom collectives wait (--collectives). */
enum collective_mode {
    COLLECTIVES_MINIMAL,       /* for those members whose data they need */
    COLLECTIVES_SYNCHRONISING, /* for all members */
    COLLECTIVES_BOTH           /* a search checks both */
};

/* Return the word of an option or record, and the mode that it stands for. */
const char *buffering_mode_name(enum buffering_mode mode);
const char *collective_mode_name(enum collective_mode mode);
enum buffering_mode buffering_mode_of(const char *name);
enum collective_mode collective_mode_of(const char *name);

/* A choice that a run made: the operation of a rank, and the index of the alternative taken. The
 * line `decision` of the file. */
struct taken_choice {
    enum choice_kind kind;
    int rank;
    uint32_t number;
    int chosen, alternatives;
};

/* The properties of an operation in MPI; `peer`, `tag`, `members` and `bytes` are as in struct
 * arguments. */
struct step {
    uint32_t comm; /* number of the communicator, in the order in which this rank uses them, from 1;
                      0: none */
    uint32_t members;
    int32_t peer, tag;
    uint64_t bytes;
    uint64_t site; /* site of the program's call; not compared */
    char call[WORLD_CALL];
};

struct step_node; /* record.c */
struct comm_node;

struct trail {
    uint32_t *steps;
    size_t count;
    bool cut; /* further steps were not recorded */
};

struct recorded_finding {
    const char *id, *rule;
};

/* How to replay a test: with the same limits, and with the same trace. */
struct recorded_test {
    uint64_t milliseconds; /* limit of processor time */
    uint64_t memory_bytes, file_bytes;
    const char *sites;     /* file of the test build's sites; NULL: the finding shows without a
                              trace */
    int rank;              /* the rank whose trace proves it */
    int32_t focus;         /* as in symbolic_segment */
    uint32_t flags;        /* as in symbolic_segment */
    const char **patterns; /* as in symbolic_segment */
    size_t pattern_count;
};

struct record {
    struct arena arena; /* owns all memory */
    const char *directory;
    const char **words; /* of the command line, followed by NULL */
    size_t word_count;
    const char **variables; /* of the environment, "NAME=VALUE", in addition to the inherited */
    size_t variable_count;
    const char *input; /* NULL: none that can be reproduced */
    uint64_t binary_size, binary_time;
    int ranks;
    const char *mpi;
    enum buffering_mode buffering;
    enum collective_mode collectives;
    bool ended;
    struct recorded_test *test; /* NULL: not a test */
    struct recorded_finding *findings;
    size_t finding_count;
    struct taken_choice *taken; /* by a run, in order */
    size_t taken_count;
    bool explored;          /* the execution belongs to a search ... */
    struct choice *choices; /* ... and follows this script */
    size_t choice_count;
    uint32_t poll_bound;
    uint64_t seed;
    struct step *steps; /* distinct steps */
    size_t step_count;
    struct trail *trails; /* by rank */
    /* Used while the record is written. */
    struct step_node *nodes;
    struct step_node **last; /* by rank: the previous step */
    struct comm_node *comms;
    uint32_t *comm_counts; /* by rank, without MPI_COMM_WORLD */
};

void record_init(struct record *record, int ranks);

/* Begins the record of another execution of the same program that is run in the same way. It points
 * into the other record. Size and time of the program's file are not copied. */
void record_init_same(struct record *record, const struct record *of);
void record_free(struct record *record);

/* Notes size and time of the program's file; returns false if there is none. */
bool record_note_binary(struct record *record, const char *path);

void record_add_choice(struct record *record, const struct taken_choice *choice);

/* Makes it the record of an execution of a search, which followed these choices. */
void record_follow(struct record *record, uint32_t poll_bound, uint64_t seed,
                   const struct choice *choices, size_t count);

/* Adds an operation to the trail of its rank; returns false if the record is full. */
bool record_add_step(struct record *record, int rank, const struct world_op *op);

bool step_equal(const struct step *one, const struct step *other); /* ignores the site */
const char *taken_kind_name(enum choice_kind kind);

/* Adds lines that tell the program and its input from others, for the header of a search. */
void record_print_program(const struct record *record, struct text *out);

/* file.c */
void record_print(const struct record *record, struct text *out);
int record_save(const struct record *record, const char *path, struct error *error);

/* Reads the output of record_print(). An error is an ERROR_USAGE that names the line. After
 * success the record must be freed. */
int record_parse(struct record *record, const char *name, const char *bytes, size_t length,
                 struct error *error);

#endif

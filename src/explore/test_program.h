/* test_program.h: small random MPI programs for the tests of the explorer.
 *
 * A program is a list of statements for each of 2 to 4 ranks. A statement is one call, under a
 * condition on what the rank has learned before. A value that a rank sends depends on all that it
 * has learned, so two executions end differently if they differ in anything that a rank can see. A
 * request is named by the statement that makes it; each rank completes all of its requests at its
 * end.
 *
 * The same seed gives the same program. */
#ifndef TUTTI_EXPLORE_TEST_PROGRAM_H
#define TUTTI_EXPLORE_TEST_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum {
    PROGRAM_RANKS = 4,
    PROGRAM_STATEMENTS = 13, /* of a rank */
    PROGRAM_CONTEXTS = 2,
    PROGRAM_COLLECTIVES = 4, /* on a communicator */
    PROGRAM_ANY = -1,        /* source, tag */
    PROGRAM_LAST = -2,       /* destination: the sender of the last message received or probed */
};

enum action { SEND, RECEIVE, PROBE, WAIT, COLLECTIVE };
enum collective_kind { BARRIER, BROADCAST, REDUCE };
enum completion { COMPLETE_ALL, COMPLETE_ANY, COMPLETE_SOME };

/* Conditions on what the rank has learned last. */
enum condition {
    ALWAYS,
    SOURCE_IS, /* the source of its last message is `operand` */
    SOURCE_IS_NOT,
    FLAG_IS, /* 0 or 1: the result of the last poll */
    INDEX_IS,
    INDEX_IS_NOT,
};

struct statement {
    uint8_t action, condition;
    int8_t operand; /* of the condition */
    bool blocking;  /* false: it makes a request */
    bool synchronous;
    bool polls;    /* MPI_Iprobe, MPI_Test and relatives */
    bool receives; /* of a probe: the probed message is received next */
    bool matched;  /* of a probe: it takes the message; of a receive: that message */
    bool later;    /* ... and is received after the next call */
    uint8_t times; /* a poll is repeated until it succeeds, at most this often */
    int8_t peer;   /* destination, source, root */
    int8_t tag, context;
    uint8_t kind; /* of a collective; enum completion of a wait */
    uint16_t requests;
};

enum program_size { SMALL, LARGE };

struct program {
    uint64_t seed;
    enum program_size size;
    int ranks;
    int counts[PROGRAM_RANKS];
    struct statement statements[PROGRAM_RANKS][PROGRAM_STATEMENTS];
};

void program_generate(struct program *program, enum program_size size, uint64_t seed);
void program_print(const struct program *program, FILE *out);

/* Returns whether a poll is repeated until it succeeds, so that a limit on failures in a row
 * matters. */
bool program_repeats(const struct program *program);
bool program_polls(const struct program *program);
/* Returns whether each rank calls the same collectives as the others, whatever it learns. */
bool program_collects_alike(const struct program *program);
const char *statement_call(const struct statement *statement);

/* Pseudo-random numbers (splitmix64). */
struct random {
    uint64_t state;
};

uint64_t random_next(struct random *random);
int random_below(struct random *random, int bound);

#endif

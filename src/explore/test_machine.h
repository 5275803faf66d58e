/* test_machine.h: one rank of a program (test_program.h), and all that it has learned.
 *
 * It tells its next call and takes the result. It knows nothing of MPI's behaviour: the model
 * (test_model.h) and the simulated ranks (test_ranks.h) each implement that. */
#ifndef TUTTI_EXPLORE_TEST_MACHINE_H
#define TUTTI_EXPLORE_TEST_MACHINE_H

#include "explore/test_program.h"

enum { LEARNED = 96 };

/* State of a message that it has probed and will receive. */
enum probed {
    PROBED_NOTHING,
    PROBED_NOW,  /* received next: the machine is still at the statement that probes */
    PROBED_KEPT, /* received after the next call */
    PROBED_LEFT, /* received next: the machine is at the statement after that call */
};

/* Equal machines have equal bytes. */
struct machine {
    uint64_t history; /* hash of what it has learned */
    uint16_t active;  /* requests, by statement */
    uint8_t place;    /* statement */
    uint8_t tries;    /* of a poll */
    uint8_t probed;   /* enum probed */
    int8_t source, tag;
    int8_t flag, index; /* of the last poll, and of the last MPI_Waitany; -1: none */
    uint8_t padding[7];
};

/* The same knowledge, for a person to read. */
struct learned {
    int count;
    int32_t list[LEARNED];
};

struct call {
    struct statement statement; /* with its current peer and requests */
    int place;
    uint32_t value; /* the value that it sends */
};

struct arrival {
    int8_t source, tag;
    uint16_t padding;
    uint32_t value;
};

struct result {
    bool flag;                                  /* of a poll */
    uint16_t chosen;                            /* requests that are complete */
    struct arrival arrived[PROGRAM_STATEMENTS]; /* by request; [0] for a call without requests */
};

void machine_start(struct machine *machine, const struct program *program, int rank);
bool machine_ended(const struct machine *machine, const struct program *program, int rank);

/* Give the next call of a machine that has not ended, and its result to the machine. */
void machine_call(const struct machine *machine, const struct program *program, int rank,
                  struct call *call);
void machine_return(struct machine *machine, struct learned *learned, const struct program *program,
                    int rank, const struct call *call, const struct result *result);

/* Returns a hash of its place and its knowledge. */
uint64_t machine_key(const struct machine *machine);
uint64_t machine_mix(uint64_t hash, uint64_t value);

void machine_print(const struct machine *machine, const struct learned *learned,
                   const struct program *program, int rank, FILE *out);

#endif

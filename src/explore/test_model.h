/* test_model.h: computes by brute force everything that can happen in a program.
 *
 * It is written from MPI's rules alone (MPI 4.0, section 3.5) and shares nothing with the
 * scheduler. Every call of every rank and every match is a step of its own. All orders of all steps
 * are tried, but no state is entered twice. There is no other reduction.
 *
 * - A message may be matched at any time after it was sent, or never.
 * - A receive or probe takes the first message of a sender that fits it. It takes none that an
 *   earlier receive of its rank fits and could still take.
 * - A wildcard takes from any sender.
 * - A matched probe takes the message away; its sender goes on when it is received.
 * - MPI_Waitany returns any of the complete requests, MPI_Waitsome any non-empty set of them.
 * - A poll may always fail, even if it could succeed. The program limits failures in a row: a
 *   search with a smaller limit finds some of these ends.
 * - A collective returns when the members have arrived whose data it needs, all of them for a
 *   barrier; or when all have arrived, if collectives wait.
 * - A standard send waits for its match, or does not (enum standard_sends). */
#ifndef TUTTI_EXPLORE_TEST_MODEL_H
#define TUTTI_EXPLORE_TEST_MODEL_H

#include "explore/test_machine.h"

#include <stddef.h>

/* A set of hashes. A set of zeros is empty. */
struct keys {
    uint64_t *table;
    size_t count, space;
};

bool keys_add(struct keys *keys, uint64_t key); /* false: the key was there already */
bool keys_have(const struct keys *keys, uint64_t key);
bool keys_equal(const struct keys *one, const struct keys *other);
void keys_clear(struct keys *keys);
void keys_free(struct keys *keys);

/* One end of a program: it has ended, or can never move again. */
struct ending {
    bool deadlock;
    struct machine machines[PROGRAM_RANKS];
    struct learned learned[PROGRAM_RANKS];
    uint64_t unseen; /* hash of operations that are complete without their rank having asked */
};

/* Returns a hash of the state and knowledge of all ranks. */
uint64_t ending_key(const struct ending *ending, int ranks);

/* Returns a hash of the matches and of what calls chose: the knowledge of ranks, and completions
 * that they have not seen. */
uint64_t ending_relation(const struct ending *ending, int ranks);
void ending_unseen(struct ending *ending, int rank, int request, uint32_t value);
void ending_print(const struct ending *ending, const struct program *program, FILE *out);

enum standard_sends {
    SENDS_WAIT,
    SENDS_GO_ON,
    SENDS_DO_EITHER, /* each send waits or not, at random */
};

struct model {
    const struct program *program;
    enum standard_sends sends;
    bool waiting;   /* every collective waits for all members */
    size_t limit;   /* limit on states */
    bool too_large; /* the limit was reached: the rest is unknown */
    struct keys states, ends, deadlocks;
    struct keys relations;                                  /* of ends and deadlocks */
    void (*found)(const struct ending *ending, void *data); /* called for each end; may be NULL */
    void *data;
};

/* Computes the sets anew. */
void model_explore(struct model *model);
void model_free(struct model *model);

#endif

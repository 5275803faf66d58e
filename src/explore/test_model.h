/* test_model.h: all that can happen in a program, by brute force.
 *
 * Written from MPI's rules (MPI 4.0, section 3.5) alone, and from nothing of the scheduler. Every
 * call of every rank and every match is a step of its own; all orders of all steps are tried, and a
 * state that was seen before is not entered again. There is no other reduction.
 *
 * - A message may be matched at any time after it was sent, or never.
 * - A receive or probe takes from a sender the first message that fits it, and none that an earlier
 *   receive of its rank, still without a message, fits too.
 * - A wildcard takes from any sender.
 * - A matched probe takes the message away; its sender goes on when it is received.
 * - MPI_Waitany returns any of the complete requests, MPI_Waitsome any that are not none.
 * - A poll may always be "not yet", even when it could be true. How often in a row is the program's
 *   affair here: a search with a smaller bound on that finds a part of these ends.
 * - A collective returns when those have come whose data it needs, all of them for a barrier; or
 *   when all have come, if they are to wait.
 * - A standard send waits for its match, or does not (enum standard_sends). */
#ifndef TUTTI_EXPLORE_TEST_MODEL_H
#define TUTTI_EXPLORE_TEST_MODEL_H

#include "explore/test_machine.h"

#include <stddef.h>

/* A set of hashes. All zero: empty. */
struct keys {
    uint64_t *table;
    size_t count, space;
};

bool keys_add(struct keys *keys, uint64_t key); /* false: it was there */
bool keys_have(const struct keys *keys, uint64_t key);
bool keys_equal(const struct keys *one, const struct keys *other);
void keys_clear(struct keys *keys);
void keys_free(struct keys *keys);

/* One way in which a program ended, or stays for ever. */
struct ending {
    bool deadlock;
    struct machine machines[PROGRAM_RANKS];
    struct learned learned[PROGRAM_RANKS];
    uint64_t unseen; /* what is complete without its rank having asked */
};

/* What all ranks know and where they are. */
uint64_t ending_key(const struct ending *ending, int ranks);

/* Who met whom, and what calls chose: what ranks know, and what is not seen. */
uint64_t ending_relation(const struct ending *ending, int ranks);
void ending_unseen(struct ending *ending, int rank, int request, uint32_t value);
void ending_print(const struct ending *ending, const struct program *program, FILE *out);

enum standard_sends {
    SENDS_WAIT,
    SENDS_GO_ON,
    SENDS_DO_EITHER, /* each of them as chance has it */
};

struct model {
    const struct program *program;
    enum standard_sends sends;
    bool waiting;   /* every collective waits for all members */
    size_t limit;   /* on states */
    bool too_large; /* it was reached: the rest is not known */
    struct keys states, ends, deadlocks;
    struct keys relations;                                  /* of both */
    void (*found)(const struct ending *ending, void *data); /* each of them; NULL: nobody asks */
    void *data;
};

/* Fills the sets anew. */
void model_explore(struct model *model);
void model_free(struct model *model);

#endif

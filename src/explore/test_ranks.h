/* test_ranks.h: a program (test_program.h) in a world without processes.
 *
 * The ranks post operations and take answers as those of the guest library do (runtime/world/), in
 * a segment of ordinary memory, and run inside the scheduler's idle hook. How fast each of them is
 * differs from call to call, as chance has it: nothing may depend on it. */
#ifndef TUTTI_EXPLORE_TEST_RANKS_H
#define TUTTI_EXPLORE_TEST_RANKS_H

#include "explore/test_model.h"
#include "world/shared.h"

struct simulated {
    struct machine machine;
    struct learned learned;
    struct call call;
    uint32_t operations;                  /* numbers given */
    uint32_t wake;                        /* world_rank.wake before the answer */
    uint64_t list;                        /* payload of the call that waits */
    struct world_answer held;             /* of a matched probe */
    uint64_t heap;                        /* what is not in use begins here */
    uint32_t numbers[PROGRAM_STATEMENTS]; /* of requests */
    bool told[PROGRAM_STATEMENTS];
    struct world_answer answers[PROGRAM_STATEMENTS];
    bool waits, ended;
};

struct ranks {
    const struct program *program;
    struct shared shared;
    struct world_segment *segment; /* that of `shared` */
    struct random speed;
    struct simulated ranks[PROGRAM_RANKS];
    bool stalled; /* the scheduler waits for ranks that all wait for it */
    bool broken;  /* an answer that no rank of the guest library could take */
};

struct ranks *ranks_new(void);
void ranks_free(struct ranks *ranks);

/* A fresh world for one execution. */
void ranks_start(struct ranks *ranks, const struct program *program, uint64_t speed);

/* The ranks and their world as they are now, to go on from there another time. */
struct ranks_copy;
struct ranks_copy *ranks_save(const struct ranks *ranks);
void ranks_restore(struct ranks *ranks, const struct ranks_copy *copy, uint64_t speed);
void ranks_forget_copy(struct ranks_copy *copy);

/* For scheduler_options.idle and scheduler_run(): `data` is the struct ranks. */
void ranks_run(void *data);
bool ranks_stop(void *data);

/* Once it is over. */
void ranks_ending(struct ranks *ranks, struct ending *ending);

#endif

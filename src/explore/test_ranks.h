/* test_ranks.h: runs a program (test_program.h) in a world without processes.
 *
 * The ranks post operations and take answers as the guest library does (runtime/world/), in a
 * segment of ordinary memory. They run inside the scheduler's idle hook. Their speed varies at
 * random from call to call: no result may depend on it. */
#ifndef TUTTI_EXPLORE_TEST_RANKS_H
#define TUTTI_EXPLORE_TEST_RANKS_H

#include "explore/test_model.h"
#include "world/process/shared.h"

struct simulated {
    struct machine machine;
    struct learned learned;
    struct call call;
    uint32_t operations;                  /* numbers given until now */
    uint32_t wake;                        /* world_lane.wake before the answer */
    uint64_t list;                        /* payload of the call that waits */
    struct world_answer held;             /* answer of a matched probe */
    uint64_t heap;                        /* start of unused space */
    uint32_t numbers[PROGRAM_STATEMENTS]; /* by request */
    bool told[PROGRAM_STATEMENTS];
    struct world_answer answers[PROGRAM_STATEMENTS];
    bool waits, ended;
};

struct ranks {
    const struct program *program;
    struct shared shared;
    struct pool *pool;             /* for their schedulers */
    struct world_segment *segment; /* that of `shared` */
    struct random speed;
    struct simulated ranks[PROGRAM_RANKS];
    bool stalled; /* the scheduler waits for ranks, and all ranks wait for it */
    bool broken;  /* the scheduler gave an answer that no rank of the guest library could take */
};

struct ranks *ranks_new(void);
void ranks_free(struct ranks *ranks);

/* Makes a fresh world for one execution. */
void ranks_start(struct ranks *ranks, const struct program *program, uint64_t speed);

/* Save and restore the ranks and their world, to go on from there again. */
struct ranks_copy;
struct ranks_copy *ranks_save(const struct ranks *ranks);
void ranks_restore(struct ranks *ranks, const struct ranks_copy *copy, uint64_t speed);
void ranks_forget_copy(struct ranks_copy *copy);

/* For scheduler_options.idle and scheduler_run(): `data` is the struct ranks. */
void ranks_run(void *data);
bool ranks_stop(void *data);

/* Describes the end, once the execution is over. */
void ranks_ending(struct ranks *ranks, struct ending *ending);

#endif

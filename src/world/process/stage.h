/* stage.h: the state of a world, for world.c, execution.c, snapshot.c and resolve.c only.
 *
 * The stage is what all executions share: the segment, the template, the addresses. */
#ifndef TUTTI_WORLD_PROCESS_STAGE_H
#define TUTTI_WORLD_PROCESS_STAGE_H

#include "base/memory.h"
#include "launch/process.h"
#include "symbol/symbol.h"
#include "world/process/capture.h"
#include "world/process/debugger.h"
#include "world/process/limits.h"
#include "world/process/output.h"
#include "world/process/processes.h"
#include "world/process/shared.h"
#include "world/process/world.h"

struct snapshot;
struct scheduler;
struct world_op;

/* Limit in seconds on waiting for a rank that answers at once unless its memory is damaged. */
enum { STAGE_PATIENCE = 60 };

struct world {
    struct world_options options;
    struct shared shared;
    struct pool *pool;             /* of the scheduler */
    struct world_segment *segment; /* that of `shared` */
    int descriptor;
    uint32_t ranks;          /* number of ranks of this execution */
    uint32_t order;          /* number of this execution */
    struct damage damage;    /* to the segment; `what` NULL: none */
    struct world_pump *pump; /* passes on what ranks print ... */
    struct capture *capture; /* ... or keeps it, with many executions */
    struct process *process;
    struct processes *processes;     /* those that descend from `process` */
    struct debugger *debugger;       /* NULL: no rank is debugged */
    char *maps;                      /* memory map of the ranks; NULL: not read yet */
    struct symbols *symbols;         /* NULL: not needed yet */
    struct wrappers *wrappers;       /* NULL: not needed yet */
    size_t stacks_seen;              /* number of stacks that `wrappers` was made from */
    enum outcome outcome;            /* outcome of the start; OUTCOME_ENDED: the template is at
                                        MPI_Init */
    double asked;                    /* time at which the world last asked whether to stop */
    const struct world_start *start; /* of this execution; NULL: as the world was opened */
    struct reached reached;          /* the limit that this execution has exceeded */
    struct world_rank_end *ends;
    struct snapshot *levels[WORLD_LEVELS_MAX];
    size_t level_count, level_bytes;
    int *forked; /* by rank: number of executions in a row for which the rank had to be forked */
    struct arena arena;
};

bool stage_interrupted(const struct world *world);

/* Reads the memory map of the process that stopped to show it, and lets it continue. */
void stage_see(struct world *world);

/* Writes into the segment what ranks read there about the world. */
void stage_announce(const struct world *world);

/* Returns the sentence that a rank, or the template, left when it could not continue. */
const char *stage_message(struct world *world);

/* Returns whether the data that ranks and command share are intact; if not, notes the damage. */
bool stage_is_intact(struct world *world);

/* Notes damage to the segment, which ends the world; only the first is kept. `rank` -1: of none. */
void stage_damage(struct world *world, int rank, const char *what);

/* Writes the number of ranks of an execution, and what they start with, into the segment. */
int stage_begin(struct world *world, const struct scheduler_options *options, struct error *error);

/* Returns the names of addresses; NULL: nothing is known. */
struct symbols *stage_symbols(struct world *world);
/* For scheduler_options.misfit: `data` is the world. */
bool stage_misfit(void *data, struct scheduler *scheduler, int rank, const struct world_op *op);
void stage_resolve(struct world *world, struct location *location, struct arena *arena);

/* Restores segment, scheduler and ranks from the snapshot, for the next execution. Returns NULL if
 * a rank cannot return there. */
struct scheduler *stage_restore(struct world *world, size_t level,
                                const struct scheduler_options *options, struct document *document);

#endif

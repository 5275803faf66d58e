/* stage.h: a world as world.c, execution.c and resolve.c share it, and nobody else.
 *
 * The stage is what executions have in common: the segment, the template, the addresses. */
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

/* Seconds that the command waits for what a rank does at once, unless its memory is damaged. */
enum { STAGE_PATIENCE = 60 };

struct world {
    struct world_options options;
    struct shared shared;
    struct pool *pool;             /* of the scheduler */
    struct world_segment *segment; /* that of `shared` */
    int descriptor;
    uint32_t ranks;          /* of this execution */
    uint32_t order;          /* which one it is */
    struct damage damage;    /* to the segment; `what` NULL: none */
    struct world_pump *pump; /* what ranks print is passed on ... */
    struct capture *capture; /* ... or kept: with many executions */
    struct process *process;
    struct processes *processes;     /* that stem from it */
    struct debugger *debugger;       /* NULL: none */
    char *maps;                      /* of the ranks; NULL: not seen yet */
    struct symbols *symbols;         /* NULL: not asked for yet */
    struct wrappers *wrappers;       /* NULL: not asked for yet */
    size_t stacks_seen;              /* those that `wrappers` is from */
    enum outcome outcome;            /* of the start; OUTCOME_ENDED: the template is at MPI_Init */
    double asked;                    /* when somebody looked last whether to stop */
    const struct world_start *start; /* of this execution; NULL: as the world was opened */
    struct reached reached;          /* a limit of it */
    struct world_rank_end *ends;
    struct snapshot *levels[WORLD_LEVELS_MAX];
    size_t level_count, level_bytes;
    int *forked; /* by rank: executions in a row for which it had to be */
    struct arena arena;
};

bool stage_interrupted(const struct world *world);

/* Keeps what is mapped where, from the process that shows itself, and lets that go on. */
void stage_see(struct world *world);

/* Writes into the segment what ranks read there of the world, whatever was there. */
void stage_announce(const struct world *world);

/* The sentence of a rank, or of the template, that could not go on. */
const char *stage_message(struct world *world);

/* Whether that is still so; else the world is damaged. */
bool stage_is_intact(struct world *world);

/* What cannot be in the segment ends the world; only the first one is kept. `rank` -1: nobody's. */
void stage_damage(struct world *world, int rank, const char *what);

/* Lays down how many ranks an execution has and what they start with, for them to read. */
int stage_begin(struct world *world, const struct scheduler_options *options, struct error *error);

/* The addresses' names; NULL: nothing is known of them. */
struct symbols *stage_symbols(struct world *world);
/* For scheduler_options.misfit: `data` is the world. */
bool stage_misfit(void *data, struct scheduler *scheduler, int rank, const struct world_op *op);
void stage_resolve(struct world *world, struct location *location, struct arena *arena);

/* Segment and scheduler as they were at the snapshot, and the ranks with the next order; NULL: a
 * rank cannot go back there. */
struct scheduler *stage_restore(struct world *world, size_t level,
                                const struct scheduler_options *options, struct document *document);

#endif

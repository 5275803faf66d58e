/* paths.h: walks the ways through a function, told apart by what a client looks for.
 *
 * A client follows something through phases: a request that is not yet made, pending, complete. The
 * walk merges all ways to a place in the same phase. It keeps ways in different phases apart, with
 * what is known on each (property simulation: Das, Lerner, Seigle, "ESP: path-sensitive program
 * verification in polynomial time", PLDI 2002). So it understands a send and its wait under the
 * same condition, and the work does not grow with the number of ways.
 *
 * The walk assumes that MPI calls succeed. Knowledge only rules ways out: if a branch cannot be
 * decided, the walk follows both ways and tells the client.
 */
#ifndef TUTTI_STATIC_REQUESTS_PATHS_H
#define TUTTI_STATIC_REQUESTS_PATHS_H

#include "ir/graph.h"
#include "static/calls/analysis.h"
#include "static/calls/objects.h"
#include "static/requests/path_state.h"

enum { PATH_PHASES = 6 };

struct paths;

struct path_client {
    void *context;
    /* Called after the effect of an instruction that touches memory or calls. May change the
     * state. */
    void (*visit)(void *context, struct paths *paths, struct path_state *state,
                  const struct ir_value *instruction);
    /* Called when the function returns. */
    void (*leave)(void *context, struct paths *paths, struct path_state *state,
                  const struct ir_value *instruction);
    /* Called when the terminator may go several ways; TERM_NONE: the condition is not a truth
     * value. */
    void (*undecided)(void *context, struct paths *paths, struct path_state *state,
                      const struct ir_value *terminator, term_id condition);
};

struct paths {
    struct analysis *analysis;
    const struct ir_function *function;
    struct arena arena;
    struct graph *graph; /* blocks, and the exit */
    struct graph_loops *loops;
    uint32_t *post_dominators;
    uint32_t *sequence; /* blocks in reverse postorder */
    uint32_t sequence_count;
    uint32_t *place;           /* by block: its index in `sequence` */
    uint32_t first_number;     /* the least number of the function's values */
    uint32_t *last_use;        /* by number of the value less `first_number`: see path_effects.c */
    bool *in_cycle;            /* by block */
    const bool *never_returns; /* by function number */
    struct object *objects;    /* of the function's variables and allocations */
    size_t object_count;
    uint32_t *object_index; /* by the same number: the index in `objects` plus 1 */
    uint32_t object_span;   /* how many numbers there are */
    struct terms terms;
    struct path_state (*states)[PATH_PHASES]; /* what is known on entry to a block */
    bool (*reached)[PATH_PHASES];
    bool (*queued)[PATH_PHASES];
    uint32_t (*visits)[PATH_PHASES];
    struct path_fork *forks; /* of the current block */
    size_t fork_count, fork_space;
    uint32_t at;     /* the current instruction */
    uint64_t budget; /* instructions left to visit */
    const struct path_client *client;
};

/* Returns which functions never return, by number: exit, abort, MPI_Abort and functions that always
 * end in one of them. */
bool *paths_never_return(struct analysis *analysis);

/* Returns NULL if the function cannot be followed (no body, setjmp, no end). */
struct paths *paths_create(struct analysis *analysis, const struct ir_function *function,
                           const bool *never_returns);
void paths_free(struct paths *paths);

/* Visits all ways; the phase at the entry is 0. Returns false if there are too many: the client has
 * not seen all ways, but those that it saw are right. */
bool paths_walk(struct paths *paths, const struct path_client *client);

term_id paths_term(struct paths *paths, const struct path_state *state,
                   const struct ir_value *value);
struct term_address paths_address(struct paths *paths, const struct path_state *state,
                                  const struct ir_value *pointer);

/* Returns whether an integer argument is known on this way, and its value. Fortran passes it by
 * reference. */
bool paths_argument_integer(struct paths *paths, const struct path_state *state,
                            struct analysis_argument argument, int64_t *integer);

/* Returns the variable with this address if only this function knows it, or NULL. */
const struct object *paths_private(const struct paths *paths, term_id base);

/* Returns whether two bases are certainly not inside the same object. */
bool paths_distinct(const struct paths *paths, term_id a, term_id b);

/* Copies the state; the walk continues with the copy after the current instruction, too. The copy
 * is valid until the next fork. */
struct path_state *paths_fork(struct paths *paths, const struct path_state *state);

#endif

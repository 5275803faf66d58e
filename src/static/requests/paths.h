/* paths.h: the ways through a function, told apart by what a client looks for.
 *
 * A client follows something through phases: a request that is not yet made, pending, complete. All
 * ways to a place in the same phase are taken together, ways in different phases are kept apart
 * with what is known on each (property simulation: Das, Lerner, Seigle, "ESP: path-sensitive
 * program verification in polynomial time", PLDI 2002). So a send and its wait under the same
 * condition are understood, and the work does not grow with the number of ways.
 *
 * MPI calls are taken to succeed. What is known only ever rules ways out; a branch that cannot be
 * decided is followed both ways and the client is told.
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
    /* After an instruction that touches memory or calls took effect. May change the state. */
    void (*visit)(void *context, struct paths *paths, struct path_state *state,
                  const struct ir_value *instruction);
    /* The function returns. */
    void (*leave)(void *context, struct paths *paths, struct path_state *state,
                  const struct ir_value *instruction);
    /* The terminator may go several ways; TERM_NONE: the condition is not a truth. */
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
    uint32_t *place;           /* of a block in it */
    uint32_t first_number;     /* of the function's values */
    uint32_t *last_use;        /* by number of the value less that: see path_effects.c */
    bool *in_cycle;            /* by block */
    const bool *never_returns; /* by function number */
    struct object *objects;    /* of the function's variables and allocations */
    size_t object_count;
    uint32_t *object_index; /* its place in them plus 1, by number of the value as above */
    uint32_t object_span;   /* how many numbers */
    struct terms terms;
    struct path_state (*states)[PATH_PHASES]; /* what is known on entry to a block */
    bool (*reached)[PATH_PHASES];
    bool (*queued)[PATH_PHASES];
    uint32_t (*visits)[PATH_PHASES];
    struct path_fork *forks; /* of the block in work */
    size_t fork_count, fork_space;
    uint32_t at;     /* instruction in work */
    uint64_t budget; /* instructions left to visit */
    const struct path_client *client;
};

/* Which functions never return: exit, abort, MPI_Abort and what always ends in them. By number. */
bool *paths_never_return(struct analysis *analysis);

/* NULL: the function is none that can be followed (no body, setjmp, no end). */
struct paths *paths_create(struct analysis *analysis, const struct ir_function *function,
                           const bool *never_returns);
void paths_free(struct paths *paths);

/* Visits all ways; the phase at the entry is 0. False: there are too many, and what the client saw
 * is not all (but was right). */
bool paths_walk(struct paths *paths, const struct path_client *client);

term_id paths_term(struct paths *paths, const struct path_state *state,
                   const struct ir_value *value);
struct term_address paths_address(struct paths *paths, const struct path_state *state,
                                  const struct ir_value *pointer);

/* An integer argument that is known on this way, by value or (Fortran) by reference. */
bool paths_argument_integer(struct paths *paths, const struct path_state *state,
                            struct analysis_argument argument, int64_t *integer);

/* A variable that only this function knows, or NULL; by the base of an address. */
const struct object *paths_private(const struct paths *paths, term_id base);

/* Two bases that are certainly not inside the same object. */
bool paths_distinct(const struct paths *paths, term_id a, term_id b);

/* A copy of the state that goes on behind the instruction in work, too. It is good until the next
 * fork. */
struct path_state *paths_fork(struct paths *paths, const struct path_state *state);

#endif

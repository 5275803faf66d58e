/* path_state.h: what is known on the ways that lead to a place of a function in one phase.
 *
 * Bindings say which term a value stands for, cells which term a variable in memory holds, facts
 * which integers a term can be (a truth is 0 or 1). Where ways come together only what holds on
 * both stays.
 */
#ifndef TUTTI_STATIC_REQUESTS_PATH_STATE_H
#define TUTTI_STATIC_REQUESTS_PATH_STATE_H

#include "static/requests/terms.h"

enum { PATH_REGISTERS = 3 };

struct path_binding {
    const struct ir_value *value; /* of the function: a phi, a load */
    term_id term;
};

struct path_cell {
    term_id base;
    int64_t offset;
    uint64_t size;
    term_id term;
};

struct path_fact {
    term_id term;
    int64_t low, high;
};

struct path_state {
    unsigned phase; /* the client's */
    bool open;      /* a branch was passed that could not be decided, since the client cleared it */
    bool unsure;    /* the client's: of all ways that came together, none is sure */
    struct term_address registers[PATH_REGISTERS]; /* the client's; forgotten where they differ */
    struct path_binding *bindings;                 /* sorted by the value's number */
    size_t binding_count, binding_space;
    struct path_cell *cells; /* sorted by base and offset */
    size_t cell_count, cell_space;
    struct path_fact *facts; /* sorted by term */
    size_t fact_count, fact_space;
};

void path_state_free(struct path_state *state);
struct path_state path_state_copy(const struct path_state *state);

/* Weakens `into` to what holds in both; `salt` names the place and phase where they meet. Whether
 * it changed. */
bool path_state_merge(struct terms *terms, struct path_state *into, const struct path_state *from,
                      int64_t salt);

void path_state_bind(struct path_state *state, const struct ir_value *value, term_id term);
term_id path_state_binding(const struct path_state *state, const struct ir_value *value);

void path_state_set(struct path_state *state, struct term_address at, uint64_t size, term_id term);
term_id path_state_get(const struct path_state *state, struct term_address at, uint64_t size);

/* Forgets all cells that `goes` picks. */
void path_state_forget(struct path_state *state,
                       bool (*goes)(const struct path_cell *cell, const void *context),
                       const void *context);

/* The term is about to mean something new: what mentions it is out of date. */
void path_state_renew(const struct terms *terms, struct path_state *state, term_id term);

/* 1 true, 0 false, -1 not known. */
int path_state_truth(const struct terms *terms, const struct path_state *state, term_id truth);

/* False: this cannot be, the way does not exist. */
bool path_state_assume(struct terms *terms, struct path_state *state, term_id truth, bool value);

/* The only integer that the term can be. */
bool path_state_integer(const struct terms *terms, const struct path_state *state, term_id term,
                        int64_t *integer);

#endif

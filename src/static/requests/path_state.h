/* path_state.h: what is known on the ways that lead to a place of a function in one phase.
 *
 * A binding says which term a value stands for, a cell which term a variable in memory holds, a
 * fact which integers a term can be (a truth value is 0 or 1). Where ways meet, the state keeps
 * only what is true on both.
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
    bool open;      /* a branch could not be decided since the client cleared this flag */
    bool unsure;    /* set by the client: none of the ways that met is certain */
    struct term_address registers[PATH_REGISTERS]; /* used by the client; cleared where they
                                                      differ */
    struct path_binding *bindings;                 /* sorted by the value's number */
    size_t binding_count, binding_space;
    struct path_cell *cells; /* sorted by base and offset */
    size_t cell_count, cell_space;
    struct path_fact *facts; /* sorted by term */
    size_t fact_count, fact_space;
};

void path_state_free(struct path_state *state);
struct path_state path_state_copy(const struct path_state *state);

/* Reduces `into` to what is true in both states; `salt` identifies the place and phase where they
 * meet. Returns whether `into` changed. */
bool path_state_merge(struct terms *terms, struct path_state *into, const struct path_state *from,
                      int64_t salt);

void path_state_bind(struct path_state *state, const struct ir_value *value, term_id term);
term_id path_state_binding(const struct path_state *state, const struct ir_value *value);

void path_state_set(struct path_state *state, struct term_address at, uint64_t size, term_id term);
term_id path_state_get(const struct path_state *state, struct term_address at, uint64_t size);

/* Forgets all cells for which goes() is true. */
void path_state_forget(struct path_state *state,
                       bool (*goes)(const struct path_cell *cell, const void *context),
                       const void *context);

/* Removes what mentions the term, because the term is about to get a new meaning. */
void path_state_renew(const struct terms *terms, struct path_state *state, term_id term);

/* Returns 1 if the term is true, 0 if false, -1 if it is not known. */
int path_state_truth(const struct terms *terms, const struct path_state *state, term_id truth);

/* Adds the fact that `truth` has this value. Returns false if this is impossible: the way does not
 * exist. */
bool path_state_assume(struct terms *terms, struct path_state *state, term_id truth, bool value);

/* Returns whether the term can be only one integer, and which. */
bool path_state_integer(const struct terms *terms, const struct path_state *state, term_id term,
                        int64_t *integer);

#endif

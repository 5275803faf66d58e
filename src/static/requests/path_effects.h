/* path_effects.h: what an instruction does to what is known (see paths.h). */
#ifndef TUTTI_STATIC_REQUESTS_PATH_EFFECTS_H
#define TUTTI_STATIC_REQUESTS_PATH_EFFECTS_H

#include "static/requests/paths.h"

/* How far back a value is looked through; bounds recursions. */
enum { PATH_DEPTH = 12 };

/* path_terms.c: the value is computed from its operands alone, so its term is made from theirs. */
bool path_terms_computes(const struct ir_value *value);

void path_effects_apply(struct paths *paths, struct path_state *state,
                        const struct ir_value *instruction);

/* Forgets what nothing behind the block asks for. */
void path_effects_prune(struct paths *paths, struct path_state *state,
                        const struct ir_block *block);

/* The call does not come back. */
bool path_effects_ends(const struct ir_value *call, const bool *never_returns);
bool path_effects_never_returns(const struct ir_function *function, const bool *never_returns);

#endif

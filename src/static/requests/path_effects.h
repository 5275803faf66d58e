/* path_effects.h: the effect of an instruction on what is known (see paths.h). */
#ifndef TUTTI_STATIC_REQUESTS_PATH_EFFECTS_H
#define TUTTI_STATIC_REQUESTS_PATH_EFFECTS_H

#include "static/requests/paths.h"

/* Limits how far back a value is followed; bounds recursions. */
enum { PATH_DEPTH = 12 };

/* path_terms.c: returns whether the value is computed from its operands alone, so that its term is
 * made from theirs. */
bool path_terms_computes(const struct ir_value *value);

void path_effects_apply(struct paths *paths, struct path_state *state,
                        const struct ir_value *instruction);

/* Forgets all knowledge that the code after the block does not use. */
void path_effects_prune(struct paths *paths, struct path_state *state,
                        const struct ir_block *block);

/* Returns whether the call never returns. */
bool path_effects_ends(const struct ir_value *call, const bool *never_returns);
bool path_effects_never_returns(const struct ir_function *function, const bool *never_returns);

#endif

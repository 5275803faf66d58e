/* stack_place.h: finds the innermost place of a stack that has a line in the user's code, and
 * describes the stack in words. */
#ifndef TUTTI_WATCH_SAMPLE_STACK_PLACE_H
#define TUTTI_WATCH_SAMPLE_STACK_PLACE_H

#include "finding/finding.h"
#include "symbol/symbol.h"

/* Sets file, directory, line, column, function and stack; nothing if there are no frames. */
void stack_place(struct symbols *symbols, const uint64_t *pcs, size_t count, bool is_return_address,
                 struct arena *arena, struct location *place);

#endif

/* difference.h: describes where an execution differs from the one that it follows. */
#ifndef TUTTI_WORLD_RECORD_DIFFERENCE_H
#define TUTTI_WORLD_RECORD_DIFFERENCE_H

#include "symbol/symbol.h"
#include "world/schedule/scheduler.h"

/* Returns a sentence; NULL: there is no difference. `symbols` may be NULL. They are those of the
 * new execution, and correct for the old one too as long as the program is the same file. */
const char *difference_describe(const struct difference *difference, struct symbols *symbols,
                                bool same_program, struct arena *arena);

#endif

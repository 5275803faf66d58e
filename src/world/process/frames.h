/* frames.h: describes the variables in the frames of the program's functions, for the ranks to
 * read. */
#ifndef TUTTI_WORLD_PROCESS_FRAMES_H
#define TUTTI_WORLD_PROCESS_FRAMES_H

#include "symbol/symbol.h"
#include "world/process/shared.h"

/* Describes as many variables as there is room for: ranks may miss a variable that exists, but
 * never see one that does not. Variables that share a byte count as one variable, since the
 * compiler may use memory twice. */
void frames_lay_down(const struct shared *shared, struct symbols *symbols);

#endif

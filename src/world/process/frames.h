/* frames.h: describes the variables in the frames of the program's functions, for the ranks to
 * read. */
#ifndef TUTTI_WORLD_PROCESS_FRAMES_H
#define TUTTI_WORLD_PROCESS_FRAMES_H

#include "symbol/symbol.h"
#include "world/process/shared.h"

/* As much as there is room for, so that ranks may know of no variable that exists, but of none that
 * does not. Variables that have a byte in common are one, since the compiler may use memory twice.
 */
void frames_lay_down(const struct shared *shared, struct symbols *symbols);

#endif

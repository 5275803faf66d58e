/* source_place.h: tells the user's own source files from those that came with the system.
 *
 * A finding belongs at a line that its reader can change: not in a header of the C++ library that
 * was inlined there, nor in one of the MPI library.
 */
#ifndef TUTTI_BASE_SOURCE_SOURCE_PLACE_H
#define TUTTI_BASE_SOURCE_SOURCE_PLACE_H

#include <stdbool.h>

/* Whether the file lies where compilers, libraries and the system keep theirs. */
bool source_is_system(const char *file);

#endif

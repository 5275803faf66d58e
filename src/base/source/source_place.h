/* source_place.h: tells the user's own source files from those that came with the system.
 *
 * A finding belongs to a line that its reader can change: neither to an inlined line of a C++
 * library header, nor to one of the MPI library.
 */
#ifndef TUTTI_BASE_SOURCE_SOURCE_PLACE_H
#define TUTTI_BASE_SOURCE_SOURCE_PLACE_H

#include <stdbool.h>

/* Returns whether the file lies in a directory of compilers, libraries or the system. */
bool source_is_system(const char *file);

#endif

/* program.h: finds the file of a command name, as execvp does. */
#ifndef TUTTI_LAUNCH_PROGRAM_H
#define TUTTI_LAUNCH_PROGRAM_H

#include "base/memory.h"

/* Returns the executable file: the name itself if it has a slash, else the first one on PATH. NULL:
 * there is none. */
const char *program_find(const char *name, struct arena *arena);

/* Returns the last part of a path. */
const char *program_base_name(const char *path);

#endif

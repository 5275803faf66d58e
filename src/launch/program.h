/* program.h: finds the file that a command name stands for, as execvp does. */
#ifndef TUTTI_LAUNCH_PROGRAM_H
#define TUTTI_LAUNCH_PROGRAM_H

#include "base/memory.h"

/* The executable file: the name itself if it has a slash, else the first one on PATH. NULL: there
 * is none. */
const char *program_find(const char *name, struct arena *arena);

/* The last part of a path. */
const char *program_base_name(const char *path);

#endif

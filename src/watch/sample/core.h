/* core.h: saves the core file of a process that continues to run. */
#ifndef TUTTI_WATCH_SAMPLE_CORE_H
#define TUTTI_WATCH_SAMPLE_CORE_H

#include "base/memory.h"
#include "launch/descendants.h"

/* Saves the file in the folder with GDB's gcore. Returns a sentence: where it is, or why there is
 * none. */
const char *core_save(const struct descendant *process, int rank, const char *directory,
                      struct arena *arena);

#endif

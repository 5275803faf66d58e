/* core.h: the core file of a process that goes on. */
#ifndef TUTTI_WATCH_SAMPLE_CORE_H
#define TUTTI_WATCH_SAMPLE_CORE_H

#include "base/memory.h"
#include "launch/descendants.h"

/* Saves it in the folder, by GDB's gcore. Gives a sentence: where it is, or why there is none. */
const char *core_save(const struct descendant *process, int rank, const char *directory,
                      struct arena *arena);

#endif

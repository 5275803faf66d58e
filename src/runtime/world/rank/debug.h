/* debug.h: a rank that waits for its debugger. */
#ifndef TUTTI_RUNTIME_WORLD_RANK_DEBUG_H
#define TUTTI_RUNTIME_WORLD_RANK_DEBUG_H

/* Returns once a debugger is attached to this process. `site` is where the program's MPI_Init
 * returns to: the debugger is told to stop there. */
void debug_wait(const void *site);

#endif

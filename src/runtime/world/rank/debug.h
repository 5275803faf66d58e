/* debug.h: lets a rank wait for its debugger. */
#ifndef TUTTI_RUNTIME_WORLD_RANK_DEBUG_H
#define TUTTI_RUNTIME_WORLD_RANK_DEBUG_H

/* Returns once a debugger is attached to this process. `site` is the return address of the
 * program's MPI_Init, where the debugger is told to stop. */
void debug_wait(const void *site);

#endif

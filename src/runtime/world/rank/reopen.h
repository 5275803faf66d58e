/* reopen.h: files that were open when MPI was initialised, each rank with its own place in them.
 *
 * A fork shares the place with its parent and all other forks: what one rank reads would be missing
 * in the others, and in later executions. Under mpiexec every rank opens its files itself. So a
 * rank opens again what is a regular file, at the place where the template stood. */
#ifndef TUTTI_RUNTIME_WORLD_RANK_REOPEN_H
#define TUTTI_RUNTIME_WORLD_RANK_REOPEN_H

#include <stdbool.h>

/* In the template. */
void files_note(void);

/* In a rank, before anything is read. */
void files_open_again(void);

/* Whether the descriptor is one of them, and back to where they were. Uses the gate alone. */
bool files_have(long descriptor);
void files_go_back(void);

#endif

/* reopen.h: gives each rank its own position in the files that were open when MPI was initialised.
 *
 * A fork shares the position with its parent and all other forks: data read by one rank would be
 * missing in the others, and in later executions. Under mpiexec every rank opens its files itself.
 * So a rank reopens regular files, at the position where the template stood. */
#ifndef TUTTI_RUNTIME_WORLD_RANK_REOPEN_H
#define TUTTI_RUNTIME_WORLD_RANK_REOPEN_H

#include <stdbool.h>

/* Lists the files; in the template. */
void files_note(void);

/* Reopens them; in a rank, before anything is read. */
void files_open_again(void);

/* files_have() returns whether the descriptor is one of them. files_go_back() sets all to their
 * first position; it makes system calls through the gate only. */
bool files_have(long descriptor);
void files_go_back(void);

#endif

/* entry.h: ranks that start at main(), not at MPI_Init (world_segment.at_main).
 *
 * The program's main() is wrapped. Before it runs, the real MPI is initialised once and the process
 * becomes the template (start.h). Each rank goes on from there with the arguments, directory,
 * standard input and limits of its execution (struct world_begin), and runs main() itself.
 * Constructors have run by then, in the template. */
#ifndef TUTTI_RUNTIME_WORLD_RANK_ENTRY_H
#define TUTTI_RUNTIME_WORLD_RANK_ENTRY_H

/* Applies directory, standard input and limits to the process that becomes the rank; its stdout and
 * stderr are already its own. */
void entry_settle(int rank);

/* Returns a copy of the execution's arguments for main(); `own` if it has none. `count` may be
 * NULL. */
char **entry_words(char **own, int *count);

#endif

/* entry.h: ranks that start at main(), not at MPI_Init (world_segment.at_main).
 *
 * The program's main() is wrapped. In front of it the real MPI is initialised, once, and the
 * process becomes the template (start.h); each rank goes on from there with words, directory,
 * standard input and limits of its execution (struct world_begin), and runs main() itself.
 * Constructors have run by then, in the template. */
#ifndef TUTTI_RUNTIME_WORLD_RANK_ENTRY_H
#define TUTTI_RUNTIME_WORLD_RANK_ENTRY_H

/* In the process that will be the rank, which has its own descriptors already. */
void entry_settle(int rank);

/* A copy of the words that main() gets; `own` where the execution has none. `count` may be NULL. */
char **entry_words(char **own, int *count);

#endif

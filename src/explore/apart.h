/* apart.h: a world for executions of a search, with a folder of its own if the program writes
 * files. So every execution of every worker finds the same files.
 *
 * The first execution runs alone in the user's folder. If it has written there, the search begins
 * again, and each world gets a copy of the folder as it was before (world/process/folder.h). A
 * program that behaves differently in a copy, such as one that needs `..`, is executed in the
 * user's folder after all.
 */
#ifndef TUTTI_EXPLORE_APART_H
#define TUTTI_EXPLORE_APART_H

#include "explore/search.h"
#include "world/process/folder.h"

struct apart {
    struct arena arena;
    struct workplace *workplace; /* NULL: the user's folder */
    struct world_options options;
};

/* Opens a world for the search. It must be closed in any case. */
int apart_open(struct apart *apart, const struct search *search, struct world **world,
               struct error *error);
/* Restores the folder before an execution that begins at the start. */
int apart_begin(const struct apart *apart, struct error *error);
/* Removes the folder after the world was closed. */
void apart_close(struct apart *apart);

#endif

/* apart.h: a world for executions of a search, with a folder of its own where the program writes
 * files: executions of several workers, and those after each other, then find the same files.
 *
 * Whether it does is seen after the first execution, which runs in the user's folder, alone. If it
 * has written there, the search begins again, with each world in a copy of the folder as it was
 * (world/folder.h). A program that behaves differently there, such as one that needs `..`, is
 * executed in the user's folder after all.
 */
#ifndef TUTTI_EXPLORE_APART_H
#define TUTTI_EXPLORE_APART_H

#include "explore/search.h"
#include "world/folder.h"

struct apart {
    struct arena arena;
    struct workplace *workplace; /* NULL: the user's folder */
    struct world_options options;
};

/* Opens a world as the search wants it. To be closed in any case. */
int apart_open(struct apart *apart, const struct search *search, struct world **world,
               struct error *error);
/* Before an execution that begins at the start. */
int apart_begin(const struct apart *apart, struct error *error);
/* After the world was closed. */
void apart_close(struct apart *apart);

#endif

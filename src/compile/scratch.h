/* scratch.h: makes a directory for temporary files, in $TMPDIR or /tmp. */
#ifndef TUTTI_COMPILE_SCRATCH_H
#define TUTTI_COMPILE_SCRATCH_H

#include "base/error.h"

/* Makes the directory. The caller frees the path. */
int scratch_make(char **directory, struct error *error);

/* Removes the directory with its content, and frees the path. NULL does nothing. */
void scratch_remove(char *directory);

#endif

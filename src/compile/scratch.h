/* scratch.h: a directory for temporary files, in $TMPDIR or /tmp. */
#ifndef TUTTI_COMPILE_SCRATCH_H
#define TUTTI_COMPILE_SCRATCH_H

#include "base/error.h"

/* The caller frees the path. */
int scratch_make(char **directory, struct error *error);

/* Removes it with all that is in it, and frees the path; NULL is fine. */
void scratch_remove(char *directory);

#endif

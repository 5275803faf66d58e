/* catalogue.h: what the installed MPI has: its version and its functions, asked of the trial
 * program. */
#ifndef TUTTI_SCALE_CATALOGUE_H
#define TUTTI_SCALE_CATALOGUE_H

#include "base/error.h"
#include "base/memory.h"
#include "scale/function.h"

struct catalogue {
    const char *version; /* "4.0.2" */
    struct function *functions;
    size_t function_count;
};

/* `patterns` (NULL: all) choose among the functions, such as 'MPI_*gather*,MPI_Bcast'; one that
 * fits none is an ERROR_USAGE. */
int catalogue_read(const char *program, const char *patterns, struct arena *arena,
                   struct catalogue *catalogue, struct error *error);

#endif

/* catalogue.h: asks the trial program for the version and the functions of the installed MPI. */
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

/* Reads the catalogue. `patterns` (NULL: all) choose among the functions, such as
 * 'MPI_*gather*,MPI_Bcast'; a pattern that matches none is an ERROR_USAGE. */
int catalogue_read(const char *program, const char *patterns, struct arena *arena,
                   struct catalogue *catalogue, struct error *error);

#endif

/* project.h: finds out what a folder contains: sources that call MPI, programs, a build system. */
#ifndef TUTTI_CMD_SHARED_PROJECT_H
#define TUTTI_CMD_SHARED_PROJECT_H

#include "base/memory.h"
#include "launch/flavour.h"

#include <stdbool.h>
#include <stddef.h>

struct project_program {
    const char *path; /* relative to the folder */
    enum mpi_flavour flavour;
};

struct project {
    struct arena arena;
    size_t c, cxx, fortran; /* sources that call MPI */
    const char **mains;     /* the C sources among them that define main() */
    size_t main_count;
    struct project_program *programs; /* binaries that are linked to an MPI */
    size_t program_count;
    const char *build;    /* "CMake", "make", "Meson", "Autotools"; NULL: none is seen */
    const char *database; /* the folder of a compile_commands.json; NULL: there is none */
    bool cut;             /* not all files were looked at, because there are too many */
};

/* Looks at the files in the current directory and below. Skips hidden folders and results of
 * runs. */
void project_look(struct project *project);
void project_free(struct project *project);

#endif

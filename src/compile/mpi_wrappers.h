/* mpi_wrappers.h: the table of answers to -show, by the wrappers of the MPIs that Tutti was built
 * for. CMake writes it. */
#ifndef TUTTI_COMPILE_MPI_WRAPPERS_H
#define TUTTI_COMPILE_MPI_WRAPPERS_H

#include "compile/line.h"

struct mpi_wrapper {
    const char *flavour; /* "mpich", "openmpi" */
    enum language language;
    const char *path;
    long long bytes, changed; /* size, and time of the last change, of the file */
    const char *answer;
};

extern const struct mpi_wrapper mpi_wrappers[];
extern const size_t mpi_wrapper_count;

#endif

/* mpi.h: finds the options that an MPI needs on the command line of a compiler, by its own wrapper.
 *
 * Calling a wrapper takes a tenth of the time of a small compilation. So the answers of the
 * wrappers that were there when Tutti was built are compiled in; another wrapper is called (mpicc
 * -show).
 */
#ifndef TUTTI_COMPILE_MPI_H
#define TUTTI_COMPILE_MPI_H

#include "base/error.h"
#include "base/memory.h"
#include "compile/line.h"
#include "launch/flavour.h"

struct mpi_flags {
    enum mpi_flavour flavour; /* NONE: no MPI is installed, and there are no flags */
    const char **compile;     /* -I, -D */
    size_t compile_count;
    const char **link; /* -L, -l, -Wl, */
    size_t link_count;
};

/* Finds the flags. `chosen` is "mpich" or "openmpi"; NULL: the MPI of the wrapper on PATH (mpicc,
 * mpicxx, mpif90), else any. `language` is C, C++ or Fortran. It is an error if the chosen MPI is
 * not installed. */
int mpi_flags_find(const char *chosen, enum language language, struct arena *arena,
                   struct mpi_flags *flags, struct error *error);

#endif

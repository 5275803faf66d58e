/* mpi.h: what an MPI needs on the command line of a compiler, as its own wrapper says it.
 *
 * Asking a wrapper costs as much time as a tenth of a small compilation, so the answers of those
 * that were there when Tutti was built are compiled in; another one is asked (mpicc -show).
 */
#ifndef TUTTI_COMPILE_MPI_H
#define TUTTI_COMPILE_MPI_H

#include "base/error.h"
#include "base/memory.h"
#include "compile/line.h"
#include "launch/flavour.h"

struct mpi_flags {
    enum mpi_flavour flavour; /* NONE: no MPI is installed; then there are no flags */
    const char **compile;     /* -I, -D */
    size_t compile_count;
    const char **link; /* -L, -l, -Wl, */
    size_t link_count;
};

/* `chosen` is "mpich" or "openmpi"; NULL: what the wrapper on PATH (mpicc, mpicxx, mpif90) belongs
 * to, else any. `language` is C, C++ or Fortran. It is an error if the chosen one is not installed.
 */
int mpi_flags_find(const char *chosen, enum language language, struct arena *arena,
                   struct mpi_flags *flags, struct error *error);

#endif

/* python.h: finds out which MPI a Python program will load. The interpreter is linked to no MPI,
 * and only it knows where its modules are, so Tutti asks it. */
#ifndef TUTTI_LAUNCH_PYTHON_H
#define TUTTI_LAUNCH_PYTHON_H

#include "launch/flavour.h"

#include <stdbool.h>

/* Returns whether the program is, by its name, a Python interpreter that has mpi4py; sets the
 * flavour of mpi4py's MPI. */
bool python_flavour(const char *program, enum mpi_flavour *flavour);

#endif

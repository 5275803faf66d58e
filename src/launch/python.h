/* python.h: which MPI a Python program will load. The interpreter is linked to none, and only it
 * knows where its modules are: it is asked. */
#ifndef TUTTI_LAUNCH_PYTHON_H
#define TUTTI_LAUNCH_PYTHON_H

#include "launch/flavour.h"

#include <stdbool.h>

/* Whether the program is an interpreter of Python, by its name, that has mpi4py; and its MPI then.
 */
bool python_flavour(const char *program, enum mpi_flavour *flavour);

#endif

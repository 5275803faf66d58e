/* library.h: distinguishes the code of the MPI library from that of the program. */
#ifndef TUTTI_RUNTIME_LIBRARY_H
#define TUTTI_RUNTIME_LIBRARY_H

#include <stdbool.h>

/* Returns whether the address is code of an MPI library: a Fortran entry point that calls a C
 * function, or a part of the library that uses MPI itself. The model of an MPI function in a test
 * build (symbolic/model/mpi.c) counts as such code, too. Slow: asks the dynamic linker. */
bool library_has(const void *address);

#endif

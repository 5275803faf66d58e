/* weak.h: mpi.h, with the symbols behind its constants (ompi_mpi_int) declared weak: the library
 * can then be loaded into any process, also one that has no MPI, such as a shell that starts the
 * program. */
#ifndef TUTTI_RUNTIME_WEAK_H
#define TUTTI_RUNTIME_WEAK_H

#include <mpi.h>

#ifdef TUTTI_CONSTANTS /* the build says where the list is (cmake/Guest.cmake) */
#define WEAK(symbol) extern __typeof__(symbol)(symbol) __attribute__((weak));
#include TUTTI_CONSTANTS
#undef WEAK
#endif

#endif

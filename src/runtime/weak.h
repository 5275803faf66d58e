/* weak.h: includes mpi.h and declares the symbols behind its constants (ompi_mpi_int) weak: then
 * the library can be loaded into any process, even one without MPI, such as a shell that starts the
 * program. */
#ifndef TUTTI_RUNTIME_WEAK_H
#define TUTTI_RUNTIME_WEAK_H

#include <mpi.h>

#ifdef TUTTI_CONSTANTS /* the build names the file with the list (cmake/Guest.cmake) */
#define WEAK(symbol) extern __typeof__(symbol)(symbol) __attribute__((weak));
#include TUTTI_CONSTANTS
#undef WEAK
#endif

#endif

/* flavour.h: which MPI a binary is linked to, and the library that Tutti has for it. */
#ifndef TUTTI_LAUNCH_FLAVOUR_H
#define TUTTI_LAUNCH_FLAVOUR_H

#include "base/error.h"
#include "base/memory.h"

/* The families of MPI libraries (src/api/constants.h). MPICH stands for all libraries of its ABI:
 * Intel MPI, MVAPICH, Cray MPICH. ABI is the MPI 5 ABI, whichever library is behind it. */
enum mpi_flavour { MPI_FLAVOUR_NONE, MPI_FLAVOUR_MPICH, MPI_FLAVOUR_OPENMPI, MPI_FLAVOUR_ABI };

const char *mpi_flavour_name(enum mpi_flavour flavour);   /* "mpich", "openmpi", "abi" */
enum mpi_flavour mpi_flavour_from_name(const char *name); /* NONE if there is no such family */
const char *mpi_flavour_title(enum mpi_flavour flavour);  /* "MPICH", "Open MPI", "the MPI ABI" */
/* The name under which the loader finds it, for a program that is not linked to it. */
const char *mpi_flavour_library(enum mpi_flavour flavour);

/* Follows the needed libraries of the program (found on PATH if it has no slash). A program that
 * is missing, not executable, static, for another machine or linked to no MPI that Tutti knows is
 * an ERROR_USAGE that says so and what to do. */
int mpi_flavour_of_program(const char *program, enum mpi_flavour *flavour, struct error *error);
/* The same for a library that a program loads later. */
int mpi_flavour_of_module(const char *path, enum mpi_flavour *flavour, struct error *error);

/* The family of an MPI library, by its name and its symbols; NONE if it is of none, or no library
 * with the functions of MPI. */
enum mpi_flavour mpi_flavour_of_library(const char *path);

/* The MPI library that serves the calls of the program (named as above) as the environment is now:
 * LD_LIBRARY_PATH may choose another one than the program was built with. NULL: none that is there.
 */
const char *mpi_flavour_library_of_program(const char *program, struct arena *arena);

/* For a program whose MPI was chosen by name, such as an interpreter that loads it later: whether
 * it can be run and a library can be loaded into it. A script is fine: its interpreter is asked. */
int mpi_flavour_check_program(const char *program, struct error *error);

/* The guest of that name ("world") for programs of this MPI, as LD_PRELOAD takes it; the caller
 * frees it. NULL if there is none, or if the loader could not take it from where it is. */
char *mpi_flavour_guest(enum mpi_flavour flavour, const char *name, struct error *error);

#endif

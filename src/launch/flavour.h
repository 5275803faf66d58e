/* flavour.h: finds out which MPI a binary is linked to, and finds Tutti's guest library for it. */
#ifndef TUTTI_LAUNCH_FLAVOUR_H
#define TUTTI_LAUNCH_FLAVOUR_H

#include "base/error.h"
#include "base/memory.h"

/* The families of MPI libraries (src/api/constants.h). MPICH stands for all libraries of its ABI:
 * Intel MPI, MVAPICH, Cray MPICH. ABI is the MPI 5 ABI, whichever library implements it. */
enum mpi_flavour { MPI_FLAVOUR_NONE, MPI_FLAVOUR_MPICH, MPI_FLAVOUR_OPENMPI, MPI_FLAVOUR_ABI };

const char *mpi_flavour_name(enum mpi_flavour flavour);   /* "mpich", "openmpi", "abi" */
enum mpi_flavour mpi_flavour_from_name(const char *name); /* NONE if there is no such family */
const char *mpi_flavour_title(enum mpi_flavour flavour);  /* "MPICH", "Open MPI", "the MPI ABI" */
/* Returns the name under which the loader finds the MPI library, for a program that is not linked
 * to it. */
const char *mpi_flavour_library(enum mpi_flavour flavour);

/* Finds the flavour by following the needed libraries of the program (found on PATH if it has no
 * slash). A program that is missing, not executable, static, for another machine, or not linked to
 * a known MPI is an ERROR_USAGE that says so and what to do. */
int mpi_flavour_of_program(const char *program, enum mpi_flavour *flavour, struct error *error);
/* Does the same for a library that a program loads later. */
int mpi_flavour_of_module(const char *path, enum mpi_flavour *flavour, struct error *error);

/* Returns the family of an MPI library, by its name and its symbols; NONE if it belongs to no known
 * family, or does not have the functions of MPI. */
enum mpi_flavour mpi_flavour_of_library(const char *path);

/* Returns the MPI library that serves the calls of the program (named as above) in the present
 * environment: LD_LIBRARY_PATH may select a library other than the one that the program was built
 * with. NULL: there is no such library. */
const char *mpi_flavour_library_of_program(const char *program, struct arena *arena);

/* For a program whose MPI the user chose by name, such as an interpreter that loads MPI later:
 * checks that the program can be run and that a library can be preloaded into it. For a script,
 * checks its interpreter. */
int mpi_flavour_check_program(const char *program, struct error *error);

/* Returns the path of the guest of that name ("world") for programs of this MPI, as LD_PRELOAD
 * takes it; the caller frees it. NULL if there is none, or if the loader cannot load it from that
 * path. */
char *mpi_flavour_guest(enum mpi_flavour flavour, const char *name, struct error *error);

#endif

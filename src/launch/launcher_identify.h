/* launcher_identify.h: finds out which launcher a command is, and which command is the launcher of
 * an MPI. */
#ifndef TUTTI_LAUNCH_LAUNCHER_IDENTIFY_H
#define TUTTI_LAUNCH_LAUNCHER_IDENTIFY_H

#include "launch/launcher.h"

/* Finds out what the first word of a line starts. Any MPI may have installed `mpiexec`, so it
 * follows symbolic links to the file and judges by its name. Sets `kind` to LAUNCHER_NONE if the
 * word is not a launcher. A launcher that is missing, or that Tutti does not understand, is an
 * ERROR_USAGE. */
int launcher_identify(const char *word, struct arena *arena, enum launcher_kind *kind, bool *prte,
                      struct error *error);

/* Returns the name by which to call the mpiexec of a flavour. NULL: none is installed. */
const char *launcher_find(enum mpi_flavour flavour, struct arena *arena);

/* Returns the flavour whose programs the launcher starts; NONE for srun, which starts both. */
enum mpi_flavour launcher_flavour(enum launcher_kind kind);

/* Returns where to get the launcher of a flavour, for error messages. */
const char *launcher_package(enum mpi_flavour flavour);

#endif

/* launcher_identify.h: which launcher a command is, and which command is the launcher of an MPI. */
#ifndef TUTTI_LAUNCH_LAUNCHER_IDENTIFY_H
#define TUTTI_LAUNCH_LAUNCHER_IDENTIFY_H

#include "launch/launcher.h"

/* What the first word of a line starts. `mpiexec` may be anybody's: the file behind the links
 * tells. Sets `kind` to LAUNCHER_NONE for what is no launcher. A launcher that is not there, or
 * that Tutti does not understand, is an ERROR_USAGE. */
int launcher_identify(const char *word, struct arena *arena, enum launcher_kind *kind, bool *prte,
                      struct error *error);

/* The mpiexec of a flavour, by the name to call it with. NULL: none is installed. */
const char *launcher_find(enum mpi_flavour flavour, struct arena *arena);

/* The flavour whose programs the launcher starts; NONE for srun, which starts both. */
enum mpi_flavour launcher_flavour(enum launcher_kind kind);

/* Where to get the launcher of a flavour, for error messages. */
const char *launcher_package(enum mpi_flavour flavour);

#endif

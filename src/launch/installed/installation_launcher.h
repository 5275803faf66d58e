/* installation_launcher.h: finds the launcher of an installed MPI, and its name and version. */
#ifndef TUTTI_LAUNCH_INSTALLED_INSTALLATION_LAUNCHER_H
#define TUTTI_LAUNCH_INSTALLED_INSTALLATION_LAUNCHER_H

#include "launch/installed/installation.h"

#include <stdbool.h>

/* Sets `launcher` and `launcher_title`: mpiexec beside its mpicc, else the one on PATH, else
 * srun. */
void installation_find_launcher(struct mpi_installation *installation, struct arena *arena);

/* Returns the launcher in the installation of a library: bin/mpiexec beside lib. NULL: there is
 * none of that family. */
const char *installation_launcher_of(const char *library, enum mpi_flavour family,
                                     struct arena *arena);

/* Returns the name and version in a launcher's answer to --version, as a user would write them:
 * "Hydra 4.0.2", "prterun of Open MPI 5.0.7". `name` is the name of its file. */
const char *installation_launcher_read(const char *name, bool prte, const char *answer,
                                       struct arena *arena);

#endif

/* installation.h: the MPIs of a machine: library, compiler wrapper and launcher of each.
 *
 * Looked for on PATH and LD_LIBRARY_PATH, in what `module load` sets (I_MPI_ROOT, MPICH_DIR,
 * CRAY_MPICH_DIR, MPI_HOME ...), where the loader and Debian keep libraries, in /opt and
 * /usr/local. Wrappers and launchers are started to ask them; libraries are asked as library.h
 * says.
 */
#ifndef TUTTI_LAUNCH_INSTALLED_INSTALLATION_H
#define TUTTI_LAUNCH_INSTALLED_INSTALLATION_H

#include "launch/installed/library.h"

#include <stddef.h>

struct mpi_installation {
    const char *from;           /* what led to it: "PATH", "I_MPI_ROOT", "/opt" */
    const char *wrapper;        /* the file of its mpicc; NULL: none */
    const char *library;        /* the file; NULL: the wrapper names none that Tutti knows */
    enum mpi_flavour flavour;   /* the family of programs that it builds */
    struct mpi_library says;    /* what the library says; the title is always there */
    const char *silent;         /* why it does not say it; NULL: it does */
    const char *launcher;       /* a file, or "srun"; NULL: none */
    const char *launcher_title; /* "Hydra 4.0.2" */
};

struct mpi_installations {
    struct arena arena;
    struct mpi_installation *items;
    size_t count;
};

/* Finds all of them, each library once: what PATH offers first, comes first. */
void mpi_installations_find(struct mpi_installations *installations);

/* Adds the one of a compiler wrapper, or below a directory as in I_MPI_ROOT. An ERROR_USAGE if
 * there is no MPI. */
int mpi_installations_add(struct mpi_installations *installations, const char *path,
                          struct error *error);

void mpi_installations_free(struct mpi_installations *installations);

/* The directories that `module load` would put into PATH and LD_LIBRARY_PATH; NULL: none. */
const char *mpi_installation_programs(const struct mpi_installation *installation,
                                      struct arena *arena);
const char *mpi_installation_libraries(const struct mpi_installation *installation,
                                       struct arena *arena);

#endif
